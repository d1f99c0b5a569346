import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { blockRequests } from '../support/block-requests.ts';
import { networkIdle } from '../support/network-idle.ts';
import { browserOf, personNamed, signUp } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { seed } from '../support/shell-fixture.ts';
import { test } from '../support/test.ts';

const ada = personNamed('Ada');

let server: ServerProcess;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, ada);
  await seed(context.request, server, 'Engines');
  await context.close();
});

test.afterAll(() => server.stop());

/** Returns a list of the paths of a page's requests. */
function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  return requests;
}

const ofRemote = (paths: readonly string[], remote: string) =>
  paths.filter((path) => path.startsWith(`/remotes/${remote}/`));

/** Mocks `navigator.connection`. */
const withConnection = (page: Page, connection: object) =>
  page.addInitScript((mocked) => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => mocked });
  }, connection);

/** Disables idle callbacks, so that only the user's actions cause requests. */
const neverIdle = (page: Page) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });

const dashboard = async (page: Page) => {
  await page.goto(server.url + consolePaths.dashboard());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await networkIdle(page);
};

const datasetsLink = (page: Page) =>
  page.getByRole('complementary').getByRole('link', { name: 'Datasets', exact: true });

for (const [way, go] of [
  ['hovered', (page: Page) => datasetsLink(page).hover()],
  ['focused', (page: Page) => datasetsLink(page).focus()],
] as const) {
  test(`the code and the list of a screen are fetched when its link is ${way}`, async ({
    browser,
  }) => {
    const context = await browserOf(browser, server, ada);
    const page = await context.newPage();
    await neverIdle(page);
    await dashboard(page);
    const requests = requestsOf(page);
    await go(page);
    await expect.poll(() => ofRemote(requests, 'mf-datasets').length).toBe(2);
    expect(ofRemote(requests, 'mf-workspaces')).toEqual([]);
    await networkIdle(page);
    const before = requests.length;
    await datasetsLink(page).click();
    await expect(page.getByText('Manuals').filter({ visible: true }).first()).toBeVisible();
    expect(ofRemote(requests.slice(before), 'mf-datasets')).toEqual([]);
    await context.close();
  });
}

test('a list is fetched when its link is hovered, and is shown with the screen', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, ada);
  const page = await context.newPage();
  await neverIdle(page);
  await page.goto(server.url + consolePaths.account());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await networkIdle(page);
  const requests = requestsOf(page);
  await datasetsLink(page).hover();
  await expect.poll(() => requests).toContain(`/${apiPaths.datasets()}`);
  await networkIdle(page);
  // From here on the server does not respond, and the list is shown anyway.
  await page.route(`${server.url}/${apiPaths.datasets()}`, () => undefined);
  await datasetsLink(page).click();
  await expect(page.getByText('Manuals').filter({ visible: true }).first()).toBeVisible();
  await context.close();
});

test('a folder is read when its link is hovered, and not again when it is visited', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, ada);
  const page = await context.newPage();
  await neverIdle(page);
  await page.goto(server.url + consolePaths.datasets());
  const link = page.getByRole('main').getByRole('link', { name: 'Manuals', exact: true });
  await expect(link).toBeVisible();
  await networkIdle(page);
  const requests = requestsOf(page);
  const reads = () => requests.filter((path) => path.endsWith('/navigate')).length;
  await link.hover();
  await expect.poll(reads).toBe(1);
  await networkIdle(page);
  // Once the event stream is open, everything before it is read again.
  await page.route('**/events?*', () => undefined);
  await link.click();
  await expect(page.getByRole('link', { name: 'Wiki', exact: true })).toBeVisible();
  expect(reads()).toBe(1);
  await context.close();
});

test('a pointer that passes over a link fetches nothing', async ({ browser }) => {
  const context = await browserOf(browser, server, ada);
  const page = await context.newPage();
  await neverIdle(page);
  await dashboard(page);
  const requests = requestsOf(page);
  // Over the link and away within one task.
  await datasetsLink(page).evaluate((link) => {
    link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  });
  // The code of another link is fetched later: by then the first link's delay is over.
  await page.getByRole('complementary').getByRole('link', { name: 'Workspaces' }).hover();
  await expect.poll(() => ofRemote(requests, 'mf-workspaces').length).toBe(2);
  expect(ofRemote(requests, 'mf-datasets')).toEqual([]);
  await context.close();
});

test('an idle browser fetches the code of the other screens, and runs none of it', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, ada);
  const page = await context.newPage();
  const requests = requestsOf(page);
  await page.goto(server.url + consolePaths.dashboard());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const remote of ['mf-datasets', 'mf-workspaces', 'mf-account', 'mf-organizations']) {
    await expect.poll(() => ofRemote(requests, remote).length).toBe(2);
  }
  expect(await page.evaluate(() => 'mf_datasets' in globalThis)).toBe(false);
  await networkIdle(page);
  const sizes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.includes('/remotes/mf-datasets/'))
      .map(({ responseStatus }) => responseStatus),
  );
  expect(sizes).toEqual([200, 200]);
  await datasetsLink(page).click();
  await expect(page.getByText('Manuals').filter({ visible: true }).first()).toBeVisible();
  const fromCache = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(
        ({ name, initiatorType }) =>
          name.includes('/remotes/mf-datasets/') && initiatorType === 'script',
      )
      .map(({ transferSize }) => transferSize),
  );
  expect(fromCache).toEqual([0, 0]);
  await context.close();
});

for (const [name, connection] of [
  ['a user who saves data', { saveData: true, effectiveType: '4g' }],
  ['a slow connection', { saveData: false, effectiveType: '2g' }],
] as const) {
  test(`nothing is preloaded for ${name}`, async ({ browser }) => {
    const context = await browserOf(browser, server, ada);
    const page = await context.newPage();
    await withConnection(page, connection);
    const requests = requestsOf(page);
    await dashboard(page);
    await datasetsLink(page).dispatchEvent('pointerdown');
    // Idle callbacks run in order: earlier ones have run by now.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(requests.filter((path) => path.startsWith('/remotes/'))).toEqual([]);
    expect(requests.filter((path) => path.includes('/commands.'))).toEqual([]);
    await context.close();
  });
}

test('the first screen’s remote is requested before the shell’s own code has loaded', async ({
  page,
}) => {
  const requests = requestsOf(page);
  const release = await blockRequests(page, /\/shell\/(?:main|vendor|boot)\./);
  const loaded = page.goto(server.url + consolePaths.login());
  await expect.poll(() => ofRemote(requests, 'mf-auth').length).toBe(2);
  release();
  await loaded;
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
