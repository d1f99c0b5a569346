import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { readShare, SHARE_COOKIE } from '@carrel/shared/releases';
import type { RemoteRelease } from '@carrel/shared/releases';
import { consolePaths } from '@carrel/shared/paths';
import { expect, test } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';

import { Library } from '../support/dataset-fixture.ts';
import { browserOf, createAccount, personNamed } from '../support/people.ts';
import { ReleasedConsole } from '../support/released-console.ts';
import { ServerProcess } from '../support/server.ts';

const SUBTITLE = 'Your name, addresses and sessions';
const CARD = 'This part of Carrel could not be loaded';
const OFFER = 'A new version of this screen is ready';
const reader = personNamed('Reader');

let built: ReleasedConsole;
let server: ServerProcess;

test.beforeAll(async ({ browser, playwright }) => {
  built = await ReleasedConsole.copy();
  server = await ServerProcess.start({ CONSOLE_DIR: built.folder });
  const request = await playwright.request.newContext();
  await createAccount(request, server, reader);
  await request.dispose();
  const context = await browserOf(browser, server, reader);
  await Library.found(context.request, server);
  await context.close();
});

test.afterEach(() => built.restore());

test.afterAll(async () => {
  await server.stop();
  await built.remove();
});

/** A signed-in page, and how often it was loaded. */
async function openPage(browser: Browser, at: string) {
  const context = await browserOf(browser, server, reader);
  const page = await context.newPage();
  // Nothing is fetched ahead: a file that is gone would be in the cache.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  await page.goto(server.url + at);
  return { page, loads };
}

/** Comes back to a page, which asks for the registry again. */
async function lookAgain(page: Page): Promise<void> {
  const answer = page.waitForResponse('**/registry.json');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await answer).finished();
}

/** The offer of a release. */
const offerOf = (page: Page, { version }: RemoteRelease) =>
  page.locator(`[data-version="${version}"]`).filter({ hasText: OFFER });

test('a remote is released twice and rolled back once under a half-filled form, which keeps its text', async ({
  browser,
}) => {
  const { page, loads } = await openPage(browser, consolePaths.account());
  const field = page.getByLabel('New email address');
  const update = page.getByRole('button', { name: 'Update', exact: true });
  await field.pressSequentially('second@exam');
  const says = (text: string) => page.getByText(text, { exact: true });

  const second = await built.release('mf-account', SUBTITLE, 'The second release');
  await lookAgain(page);
  await expect(offerOf(page, second)).toBeVisible();
  await expect(field).toHaveValue('second@exam');
  await expect(says(SUBTITLE)).toBeVisible();

  const third = await built.release('mf-account', SUBTITLE, 'The third release');
  await lookAgain(page);
  await expect(offerOf(page, third)).toBeVisible();
  await built.rollBack('mf-account');
  await lookAgain(page);
  await expect(offerOf(page, second)).toBeVisible();
  await expect(field).toHaveValue('second@exam');
  await field.press('End');
  await field.pressSequentially('ple.com');
  await expect(field).toHaveValue('second@example.com');
  await expect(says(SUBTITLE)).toBeVisible();

  await update.click();
  await expect(says('The second release')).toBeVisible();
  await expect(update).toBeHidden();
  await expect(page).toHaveURL(server.url + consolePaths.account());

  // Nothing typed, nothing to lose: the next one stands by itself.
  await built.release('mf-account', SUBTITLE, 'The fourth release');
  await lookAgain(page);
  await expect(says('The fourth release')).toBeVisible();
  await expect(page).toHaveURL(server.url + consolePaths.account());
  expect(loads).toHaveLength(1);
  await page.context().close();
});

test('an update waits for the end of an open dialog, and is offered only outside of one', async ({
  browser,
}) => {
  const { page, loads } = await openPage(browser, consolePaths.dashboard());
  await page.getByRole('link', { name: 'Workspaces', exact: true }).first().click();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  await expect(heading('Workspaces')).toBeVisible();
  await page
    .getByRole('button', { name: /^Create workspace$/i })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();

  const next = await built.release('mf-workspaces', '"Workspaces"', '"Workspaces anew"');
  await lookAgain(page);
  await expect(offerOf(page, next)).toBeAttached();
  await expect(offerOf(page, next)).toBeHidden();
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Name').fill('Half a name');

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(heading('Workspaces anew')).toBeVisible();
  expect(loads).toHaveLength(1);
  await page.context().close();
});

test('F2: a redeploy while a page is open, the old files gone, is healed in place', async ({
  browser,
}) => {
  const { page, loads } = await openPage(browser, consolePaths.dashboard());
  const before = await built.current('mf-workspaces');
  await built.release('mf-workspaces', '"Workspaces"', '"Workspaces anew"');
  await built.forget('mf-workspaces', before);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('link', { name: 'Workspaces', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Workspaces anew' })).toBeVisible();
  await expect(page.getByText(CARD)).toBeHidden();
  expect(asked.filter((url) => url === '/registry.json')).toHaveLength(1);
  expect(loads).toHaveLength(1);
  await page.context().close();
});

test('F2: a release that does not run takes nothing from the one that does, and is asked for once', async ({
  browser,
}) => {
  const { page, loads } = await openPage(browser, consolePaths.account());
  await expect(page.getByText(SUBTITLE)).toBeVisible();
  const broken = await built.release('mf-account', SUBTITLE, 'A broken release');
  await rm(path.join(built.folder, broken.entry));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await lookAgain(page);
  await expect.poll(() => asked.filter((url) => url === broken.entry)).toHaveLength(1);
  await lookAgain(page);
  await lookAgain(page);
  await expect(page.getByText(SUBTITLE)).toBeVisible();
  expect(asked.filter((url) => url === broken.entry)).toHaveLength(1);
  expect(loads).toHaveLength(1);
  await page.context().close();
});

test('a release that needs a newer shell is not fetched, and the one before stands', async ({
  browser,
}) => {
  const next = await built.release('mf-account', SUBTITLE, 'A release from the future');
  await built.needShell('mf-account', '^99.0.0');
  const context = await browserOf(browser, server, reader);
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(server.url + consolePaths.account());
  await expect(page.getByText(SUBTITLE)).toBeVisible();
  expect(asked.filter((url) => url.includes(next.version))).toEqual([]);
  await context.close();
});

const shareOf = async (page: Page) =>
  readShare(await page.evaluate(() => document.cookie)) ?? Number.NaN;

test('a share of people tries a release, and each person keeps theirs', async ({ browser }) => {
  const SAYS = 'Enter your email and password to access your account';
  await built.release('mf-auth', SAYS, 'The early release');
  await built.shareOut('mf-auth', 30);
  const visit = async (share?: number) => {
    const context = await browser.newContext();
    const cookie = { name: SHARE_COOKIE, value: String(share), url: server.url };
    if (share !== undefined) await context.addCookies([cookie]);
    const page = await context.newPage();
    await page.goto(server.url + consolePaths.login());
    return page;
  };

  const [early, late, somebody] = [await visit(29), await visit(30), await visit()];
  const textFor = (share: number) => (share < 30 ? 'The early release' : SAYS);
  const share = await shareOf(somebody);
  for (const [page, said] of [
    [early, 'The early release'],
    [late, SAYS],
    [somebody, textFor(share)],
  ] as const) {
    await expect(page.getByText(said, { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByText(said, { exact: true })).toBeVisible();
    // The screen is alive, and is still that of the release.
    await page.getByRole('link', { name: 'Register' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible();
    await page.goBack();
    await expect(page.getByText(said, { exact: true })).toBeVisible();
  }
  expect(await shareOf(somebody)).toBe(share);
  for (const page of [early, late, somebody]) await page.context().close();
});

test('each script of a first screen is asked for once, by the page and by the code alike', async ({
  browser,
}) => {
  const page = await browser.newPage();
  const asked: string[] = [];
  const unused: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(request.url());
  });
  page.on('console', (message) => {
    if (message.text().includes('preload')) unused.push(message.text());
  });
  await page.goto(server.url + consolePaths.login());
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const hashed = await page.locator('link[rel=preload][as=script]').count();
  expect(hashed).toBeGreaterThan(3);
  expect(await page.locator('link[rel=preload][as=script][integrity]').count()).toBe(hashed);
  expect(asked.length).toBeGreaterThan(hashed);
  expect(new Set(asked).size).toBe(asked.length);
  expect(unused).toEqual([]);
  await page.close();
});

/** Runs a command of the repository. Answers with what it said. */
const run = async (command: string, ...words: string[]) => {
  const script = path.resolve(import.meta.dirname, `../../scripts/release/${command}.ts`);
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...words]);
  return stdout;
};

test('pnpm release and pnpm rollback say what they did', async () => {
  const { folder } = built;
  const { version } = await built.current('mf-account');
  expect(await run('release', 'mf-account', '--to', folder)).toContain(
    `Nothing changed: mf-account ${version} is current already.`,
  );
  const other = await built.release('mf-account', SUBTITLE, 'Something else');
  expect(await run('rollback', 'mf-account', '--to', folder)).toBe(
    `Took back mf-account ${other.version}; ${version} is current again.\n`,
  );
  await built.release('mf-account', SUBTITLE, 'Something else');
  expect(await run('release', 'mf-account', '--to', folder)).toContain(
    `Released mf-account ${version}.`,
  );
  expect((await built.current('mf-account')).version).toBe(version);
});
