import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { readShare, SHARE_COOKIE } from '@carrel/shared/releases';
import type { RemoteRelease } from '@carrel/shared/releases';
import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';

import { DatasetFixture } from '../support/dataset-fixture.ts';
import { openList } from '../support/journey.ts';
import { browserOf, personNamed, signUp } from '../support/people.ts';
import { refreshRegistry } from '../support/refresh-registry.ts';
import { ReleasedConsole } from '../support/servers/released-console.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const SUBTITLE = 'Your name, addresses and sessions';
const CARD = 'This part of Carrel could not be loaded';
const OFFER = 'A new version of this screen is ready';
const reader = personNamed('Reader');

let built: ReleasedConsole;
let server: ServerProcess;

test.beforeAll(async ({ browser }) => {
  built = await ReleasedConsole.copy();
  server = await ServerProcess.start({ CONSOLE_DIR: built.folder });
  const context = await signUp(browser, server, reader);
  await DatasetFixture.create(context.request, server);
  await context.close();
});

test.afterEach(() => built.restore());

test.afterAll(async () => {
  await server.stop();
  await built.remove();
});

/** Opens a signed-in page, and returns it with a list of its page loads. */
async function openPage(browser: Browser, at: string) {
  const context = await browserOf(browser, server, reader);
  const page = await context.newPage();
  // Without preloading: a deleted file would be in the cache.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  await page.goto(server.url + at);
  return { page, loads };
}

/** Returns the offer of a release. */
const offerOf = (page: Page, { version }: RemoteRelease) =>
  page.locator(`[data-version="${version}"]`).filter({ hasText: OFFER });

test('a remote is released twice and rolled back once under a half-filled form, which keeps its input', async ({
  browser,
}) => {
  const { page, loads } = await openPage(browser, consolePaths.account());
  const field = page.getByLabel('New email address');
  const update = page.getByRole('button', { name: 'Update', exact: true });
  await field.pressSequentially('second@exam');
  const text = (content: string) => page.getByText(content, { exact: true });

  const second = await built.release('mf-account', SUBTITLE, 'The second release');
  await refreshRegistry(page);
  await expect(offerOf(page, second)).toBeVisible();
  await expect(field).toHaveValue('second@exam');
  await expect(text(SUBTITLE)).toBeVisible();

  const third = await built.release('mf-account', SUBTITLE, 'The third release');
  await refreshRegistry(page);
  await expect(offerOf(page, third)).toBeVisible();
  await built.rollBack('mf-account');
  await refreshRegistry(page);
  await expect(offerOf(page, second)).toBeVisible();
  await expect(field).toHaveValue('second@exam');
  await field.press('End');
  await field.pressSequentially('ple.com');
  await expect(field).toHaveValue('second@example.com');
  await expect(text(SUBTITLE)).toBeVisible();

  await update.click();
  await expect(text('The second release')).toBeVisible();
  await expect(update).toBeHidden();
  await expect(page).toHaveURL(server.url + consolePaths.account());

  // Without unsaved input the next release is applied automatically.
  await built.release('mf-account', SUBTITLE, 'The fourth release');
  await refreshRegistry(page);
  await expect(text('The fourth release')).toBeVisible();
  await expect(page).toHaveURL(server.url + consolePaths.account());
  expect(loads).toHaveLength(1);
  await page.context().close();
});

test('an update waits for the end of an open dialog, and is offered only outside of one', async ({
  browser,
}) => {
  const { page, loads } = await openPage(browser, consolePaths.dashboard());
  await openList(page, 'Workspaces');
  await page
    .getByRole('button', { name: /^Create workspace$/i })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();

  const next = await built.release('mf-workspaces', '"Workspaces"', '"Workspaces anew"');
  await refreshRegistry(page);
  await expect(offerOf(page, next)).toBeAttached();
  await expect(offerOf(page, next)).toBeHidden();
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Name').fill('Half a name');

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Workspaces anew' })).toBeVisible();
  expect(loads).toHaveLength(1);
  await page.context().close();
});

test('F2: an open page recovers in place from a redeploy that deleted the old files', async ({
  browser,
}) => {
  const { page, loads } = await openPage(browser, consolePaths.dashboard());
  const before = await built.current('mf-workspaces');
  await built.release('mf-workspaces', '"Workspaces"', '"Workspaces anew"');
  await built.deleteRelease('mf-workspaces', before);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.getByRole('link', { name: 'Workspaces', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Workspaces anew' })).toBeVisible();
  await expect(page.getByText(CARD)).toBeHidden();
  expect(requested.filter((url) => url === '/registry.json')).toHaveLength(1);
  expect(loads).toHaveLength(1);
  await page.context().close();
});

test('F2: a release that does not run leaves the running one in place, and is requested once', async ({
  browser,
}) => {
  const { page, loads } = await openPage(browser, consolePaths.account());
  await expect(page.getByText(SUBTITLE)).toBeVisible();
  const broken = await built.release('mf-account', SUBTITLE, 'A broken release');
  await rm(path.join(built.folder, broken.entry));
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await refreshRegistry(page);
  await expect.poll(() => requested.filter((url) => url === broken.entry)).toHaveLength(1);
  await refreshRegistry(page);
  await refreshRegistry(page);
  await expect(page.getByText(SUBTITLE)).toBeVisible();
  expect(requested.filter((url) => url === broken.entry)).toHaveLength(1);
  expect(loads).toHaveLength(1);
  await page.context().close();
});

test('a release that needs a newer shell is not fetched, and the previous one runs', async ({
  browser,
}) => {
  const next = await built.release('mf-account', SUBTITLE, 'A release from the future');
  await built.requireShell('mf-account', '^99.0.0');
  const context = await browserOf(browser, server, reader);
  const page = await context.newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(server.url + consolePaths.account());
  await expect(page.getByText(SUBTITLE)).toBeVisible();
  expect(requested.filter((url) => url.includes(next.version))).toEqual([]);
  await context.close();
});

const shareOf = async (page: Page) =>
  readShare(await page.evaluate(() => document.cookie)) ?? Number.NaN;

test('a share of users gets a release, and each user stays on theirs', async ({ browser }) => {
  const CURRENT = 'Enter your email and password to access your account';
  await built.release('mf-auth', CURRENT, 'The early release');
  await built.setChannelShare('mf-auth', 30);
  const visit = async (share?: number) => {
    const context = await browser.newContext();
    const cookie = { name: SHARE_COOKIE, value: String(share), url: server.url };
    if (share !== undefined) await context.addCookies([cookie]);
    const page = await context.newPage();
    await page.goto(server.url + consolePaths.login());
    return page;
  };

  const [early, late, other] = [await visit(29), await visit(30), await visit()];
  const textFor = (share: number) => (share < 30 ? 'The early release' : CURRENT);
  const share = await shareOf(other);
  for (const [page, message] of [
    [early, 'The early release'],
    [late, CURRENT],
    [other, textFor(share)],
  ] as const) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    // The screen is hydrated, and is still that of the release.
    await page.getByRole('link', { name: 'Register' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible();
    await page.goBack();
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  expect(await shareOf(other)).toBe(share);
  for (const page of [early, late, other]) await page.context().close();
});

test('each script of a first screen is requested once, by the page and by the code', async ({
  browser,
}) => {
  const page = await browser.newPage();
  const requested: string[] = [];
  const unused: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') requested.push(request.url());
  });
  page.on('console', (message) => {
    if (message.text().includes('preload')) unused.push(message.text());
  });
  await page.goto(server.url + consolePaths.login());
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const hashed = await page.locator('link[rel=preload][as=script]').count();
  expect(hashed).toBeGreaterThan(3);
  expect(await page.locator('link[rel=preload][as=script][integrity]').count()).toBe(hashed);
  // The heading stands in the page before its scripts run.
  await expect.poll(() => requested.length).toBeGreaterThan(hashed);
  expect(new Set(requested).size).toBe(requested.length);
  expect(unused).toEqual([]);
  await page.close();
});

/** Runs a script of the repository, and returns its output. */
const run = async (command: string, ...words: string[]) => {
  const script = path.resolve(import.meta.dirname, `../../scripts/release/${command}.ts`);
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...words]);
  return stdout;
};

test('pnpm release and pnpm rollback print what they did', async () => {
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
