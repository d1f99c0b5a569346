import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';

import { networkQuiet } from '../support/network-quiet.ts';
import { browserOf, createAccount, personNamed } from '../support/people.ts';
import { ServerProcess } from '../support/server.ts';
import { seed } from '../support/shell-fixture.ts';

const ada = personNamed('Ada');

let server: ServerProcess;

test.beforeAll(async ({ playwright }) => {
  server = await ServerProcess.start();
  const request = await playwright.request.newContext();
  await createAccount(request, server, ada);
  await request.post(`${server.url}/${apiPaths.login()}`, {
    data: { email_address: ada.email, password: ada.password },
  });
  await seed(request, server, 'Engines');
  await request.dispose();
});

test.afterAll(() => server.stop());

/** The paths of everything that a page asks for. */
function askedBy(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return asked;
}

const ofRemote = (paths: readonly string[], remote: string) =>
  paths.filter((path) => path.startsWith(`/remotes/${remote}/`));

/** Has the browser say of its connection what a test needs. */
const withConnection = (page: Page, connection: object) =>
  page.addInitScript((given) => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => given });
  }, connection);

/** Takes the quiet moments away, so that what is fetched was asked for by the person. */
const neverQuiet = (page: Page) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });

const dashboard = async (page: Page) => {
  await page.goto(server.url + consolePaths.dashboard());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await networkQuiet(page);
};

const datasetsLink = (page: Page) =>
  page.getByRole('complementary').getByRole('link', { name: 'Datasets', exact: true });

for (const [way, go] of [
  ['hovered', (page: Page) => datasetsLink(page).hover()],
  ['focused', (page: Page) => datasetsLink(page).focus()],
] as const) {
  test(`a link that is ${way} has its screen's code and list fetched`, async ({ browser }) => {
    const context = await browserOf(browser, server, ada);
    const page = await context.newPage();
    await neverQuiet(page);
    await dashboard(page);
    const asked = askedBy(page);
    await go(page);
    await expect.poll(() => ofRemote(asked, 'mf-datasets').length).toBe(2);
    expect(ofRemote(asked, 'mf-workspaces')).toEqual([]);
    await networkQuiet(page);
    const before = asked.length;
    await datasetsLink(page).click();
    await expect(page.getByText('Manuals').first()).toBeVisible();
    expect(ofRemote(asked.slice(before), 'mf-datasets')).toEqual([]);
    await context.close();
  });
}

test('a list is fetched when its link is hovered, and stands when the screen does', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, ada);
  const page = await context.newPage();
  await neverQuiet(page);
  await page.goto(server.url + consolePaths.account());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await networkQuiet(page);
  const asked = askedBy(page);
  await datasetsLink(page).hover();
  await expect.poll(() => asked).toContain(`/${apiPaths.datasets()}`);
  await networkQuiet(page);
  // From here on the server is silent, and the list stands all the same.
  await page.route(`${server.url}/${apiPaths.datasets()}`, () => undefined);
  await datasetsLink(page).click();
  await expect(page.getByText('Manuals').first()).toBeVisible();
  await context.close();
});

test('a folder is read when its link is hovered, and not once more when it is visited', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, ada);
  const page = await context.newPage();
  await neverQuiet(page);
  await page.goto(server.url + consolePaths.datasets());
  const link = page.getByRole('main').getByRole('link', { name: 'Manuals', exact: true });
  await expect(link).toBeVisible();
  await networkQuiet(page);
  const asked = askedBy(page);
  const reads = () => asked.filter((path) => path.endsWith('/navigate')).length;
  await link.hover();
  await expect.poll(reads).toBe(1);
  await networkQuiet(page);
  // Once the stream of changes is open, what came before it is read again.
  await page.route('**/events?*', () => undefined);
  await link.click();
  await expect(page.getByRole('link', { name: 'Wiki', exact: true })).toBeVisible();
  expect(reads()).toBe(1);
  await context.close();
});

test('a pointer that passes over a link fetches nothing', async ({ browser }) => {
  const context = await browserOf(browser, server, ada);
  const page = await context.newPage();
  await neverQuiet(page);
  await dashboard(page);
  const asked = askedBy(page);
  // Over the link and away within one task, sooner than anybody could mean it.
  await datasetsLink(page).evaluate((link) => {
    link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  });
  // Another link that is meant later is fetched: the first one's time is over.
  await page.getByRole('complementary').getByRole('link', { name: 'Workspaces' }).hover();
  await expect.poll(() => ofRemote(asked, 'mf-workspaces').length).toBe(2);
  expect(ofRemote(asked, 'mf-datasets')).toEqual([]);
  await context.close();
});

test('a quiet moment fetches the code of the other screens, and runs none of it', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, ada);
  const page = await context.newPage();
  const asked = askedBy(page);
  await page.goto(server.url + consolePaths.dashboard());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const remote of ['mf-datasets', 'mf-workspaces', 'mf-account', 'mf-organizations']) {
    await expect.poll(() => ofRemote(asked, remote).length).toBe(2);
  }
  expect(await page.evaluate(() => 'mf_datasets' in globalThis)).toBe(false);
  await networkQuiet(page);
  const sizes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.includes('/remotes/mf-datasets/'))
      .map(({ responseStatus }) => responseStatus),
  );
  expect(sizes).toEqual([200, 200]);
  await datasetsLink(page).click();
  await expect(page.getByText('Manuals').first()).toBeVisible();
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
  ['a person who saves data', { saveData: true, effectiveType: '4g' }],
  ['a slow connection', { saveData: false, effectiveType: '2g' }],
] as const) {
  test(`${name} has nothing fetched ahead`, async ({ browser }) => {
    const context = await browserOf(browser, server, ada);
    const page = await context.newPage();
    await withConnection(page, connection);
    const asked = askedBy(page);
    await dashboard(page);
    await datasetsLink(page).dispatchEvent('pointerdown');
    // Quiet moments come in turn: whoever waited for one has had it.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(asked.filter((path) => path.startsWith('/remotes/'))).toEqual([]);
    expect(asked.filter((path) => path.includes('/commands.'))).toEqual([]);
    await context.close();
  });
}

test('the first screen’s remote is asked for before the shell’s own code has come', async ({
  page,
}) => {
  const asked = askedBy(page);
  const held = Promise.withResolvers<void>();
  await page.route(/\/shell\/(?:main|vendor|boot)\./, async (route) => {
    await held.promise;
    await route.continue();
  });
  void page.goto(server.url + consolePaths.login());
  await expect.poll(() => ofRemote(asked, 'mf-auth').length).toBe(2);
  held.resolve();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
