import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

import { TEAM_LIBRARY } from '../support/journey.ts';
import { browserOf, personNamed, signUp } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { seed } from '../support/shell-fixture.ts';
import { test } from '../support/test.ts';

const TABS_MAX = 60;
const LEFT_AT = 200;
const keys = personNamed('Keys');

let server: ServerProcess;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const signedIn = await signUp(browser, server, keys);
  await signedIn.request.post(`${server.url}/${apiPaths.organizations()}`, {
    data: { name: 'Pianos' },
  });
  await seed(signedIn.request, server, 'Typewriters');
  await signedIn.close();
});

test.afterAll(() => server.stop());

const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; pressed < TABS_MAX; pressed += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} cannot be reached with Tab.`);
}

/** Opens the command palette, types, and runs the first match, which has to be the expected one. */
async function command(page: Page, typed: string, expected: RegExp): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Search commands' });
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type(typed);
  const first = page.getByRole('option').first();
  await expect(first).toHaveText(expected);
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
}

test('a whole session is done with the keyboard alone', async ({ page }) => {
  await page.goto(server.url + consolePaths.login());
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(keys.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(keys.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(server.url + consolePaths.dashboard());
  const organization = page.getByRole('button', { name: /Pianos|Typewriters/ });
  await expect(organization).toBeVisible();

  await command(page, 'typewr', /Switch to Typewriters/);
  await expect(organization).toContainText('Typewriters');

  await command(page, 'new dataset', /Create dataset/);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Ribbons');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Dataset created successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();

  await command(page, 'ribb', /Ribbons/);
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeFocused();
  await command(page, 'upload', /Upload an archive to this dataset/);
  await expect(page.getByRole('heading', { level: 1, name: 'Bulk Upload' })).toBeFocused();
  // Before the way to the button: the browser opens a chooser of its own until it knows that one is waited for.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, page.getByRole('button', { name: /browse/i }));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(TEAM_LIBRARY);
  await tabTo(page, page.getByRole('button', { name: 'Upload Archive' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Archive uploaded successfully!')).toBeVisible();

  await command(page, 'resear', /Research/);
  await expect(page.getByRole('heading', { level: 1, name: 'Research' })).toBeFocused();
  await tabTo(page, page.getByRole('checkbox', { name: /Ribbons/ }));
  await page.keyboard.press('Space');
  await expect(page.getByText('Dataset "Ribbons" attached to workspace')).toBeVisible();

  await command(page, 'log out', /Log out/);
  await expect(page).toHaveURL(server.url + consolePaths.login());
});

test('the sidebar, the list of shortcuts and Back work with the keyboard', async ({ browser }) => {
  const context = await browserOf(browser, server, keys, {
    viewport: { width: 1280, height: 400 },
  });
  const page = await context.newPage();
  await page.goto(server.url + consolePaths.account());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveTitle('Carrel | Account');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await page.keyboard.press('Control+b');
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(48);
  await page.reload();
  await expect(sidebar).toBeVisible();
  expect((await sidebar.boundingBox())?.width).toBe(48);

  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog.getByText('Toggle sidebar')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // Scrolled by script: scrolling with keys is animated.
  await page.evaluate((top) => window.scrollTo(0, top), LEFT_AT);
  await command(page, 'workspaces', /Workspaces/);
  await expect(page.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeFocused();
  await expect(page).toHaveTitle('Carrel | Workspaces');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(LEFT_AT);
  await context.close();
});

test('a typed address opens at the top, and a reload where the page was left', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, keys, {
    viewport: { width: 1280, height: 400 },
  });
  const page = await context.newPage();
  const offset = () => page.evaluate(() => window.scrollY);
  const account = page.getByRole('heading', { level: 1, name: 'Account' });
  const open = async (path: string, heading: string) => {
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  };
  await open(consolePaths.account(), 'Account');
  await page.evaluate((top) => window.scrollTo(0, top), LEFT_AT);
  await page.reload();
  await expect(account).toBeVisible();
  await expect.poll(offset).toBe(LEFT_AT);

  await open(consolePaths.workspaces(), 'Workspaces');
  await open(consolePaths.account(), 'Account');
  await expect(page.getByRole('heading', { name: 'Danger Zone' })).toBeAttached();
  expect(await offset()).toBe(0);
  await context.close();
});

test('an address with an empty id says what is missing', async ({ browser }) => {
  const context = await browserOf(browser, server, keys);
  const page = await context.newPage();
  const cases = [
    ['/workspaces//manage', 'Invalid Workspace'],
    ['/workspaces//search', 'Invalid Workspace'],
    ['/datasets//documents', 'Invalid Dataset'],
    ['/datasets//archives', 'Invalid Dataset'],
    ['/datasets//sources', 'Invalid Dataset'],
    ['/datasets//settings', 'Invalid Dataset'],
    ['/accounts/email-confirm/', 'Invalid confirmation link'],
    ['/accounts/reset-password/', 'Invalid Reset Link'],
    ['/organizations/join/', 'Invalid Invitation'],
    ['/organizations/accept-invitation/', 'Invalid Invitation'],
    ['/organizations//settings', 'Organization ID is required'],
  ] as const;
  for (const [path, text] of cases) {
    await page.goto(server.url + path);
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expect(page).toHaveURL(server.url + consolePaths.dashboard());
  for (const path of ['//nowhere', '/nowhere//at-all']) {
    await page.goto(server.url + path);
    await expect(page).toHaveURL(server.url + consolePaths.dashboard());
  }
  await context.close();
});
