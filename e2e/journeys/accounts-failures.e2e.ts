import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';

import { browserOf, createAccount, personNamed } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const lise = personNamed('Lise');

let server: ServerProcess;

test.beforeAll(async ({ playwright }) => {
  server = await ServerProcess.start();
  const request = await playwright.request.newContext();
  await createAccount(request, server, lise);
  await request.dispose();
});

test.afterAll(() => server.stop());

/** Ends the session: responds 401 to each request, and `refreshStatus` to the refresh. Counts refreshes. */
async function endSession(page: Page, refreshStatus: number) {
  let refreshes = 0;
  await page.route(`${server.url}/api/v1/**`, (route) => {
    const isRefresh =
      route.request().method() === 'PUT' && route.request().url().endsWith(apiPaths.sessions());
    if (isRefresh) refreshes += 1;
    const status = isRefresh ? refreshStatus : 401;
    return route.fulfill({ status, json: { message: 'No' } });
  });
  return { refreshes: () => refreshes };
}

/** Opens a page that counts the events of an expired session. */
async function countingPage(context: BrowserContext) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    Object.assign(globalThis, { expiries: 0 });
    window.addEventListener('carrel:session-expired', () => {
      (globalThis as unknown as { expiries: number }).expiries += 1;
    });
  });
  const expiries = () =>
    page.evaluate(() => (globalThis as unknown as { expiries: number }).expiries);
  return { page, expiries };
}

async function failToAddAddress(page: Page): Promise<void> {
  await page.getByLabel('New email address').fill('late@example.com');
  await page.getByRole('button', { name: 'Add email' }).click();
}

test('A8: a refresh with status 401 ends the session with one event, which is said', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, lise);
  const { page, expiries } = await countingPage(context);
  await page.goto(server.url + consolePaths.account());
  await expect(page.getByRole('table', { name: 'Sessions' })).toBeVisible();
  const { refreshes } = await endSession(page, 401);

  await failToAddAddress(page);
  await expect(page).toHaveURL(server.url + consolePaths.login());
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Session expired. Please login again.')).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  expect(await expiries()).toBe(1);
  expect(refreshes()).toBe(1);
  await context.close();
});

test('A8: a refresh with status 500 is one event, and leaves the user with a banner', async ({
  browser,
}) => {
  const context = await browserOf(browser, server, lise);
  const { page, expiries } = await countingPage(context);
  await page.goto(server.url + consolePaths.account());
  await expect(page.getByRole('table', { name: 'Sessions' })).toBeVisible();
  const { refreshes } = await endSession(page, 500);

  await failToAddAddress(page);
  const banner = page.getByRole('alert', { name: 'Session' });
  await expect(banner).toContainText('What you typed is kept.');
  await page.waitForLoadState('networkidle');
  expect(await expiries()).toBe(1);
  expect(refreshes()).toBe(1);

  await page.unrouteAll();
  await banner.getByRole('button', { name: 'Try again' }).click();
  await expect(banner).toBeEmpty();
  await expect(page).toHaveURL(server.url + consolePaths.account());
  await expect(page.getByLabel('New email address')).toHaveValue('late@example.com');
  await context.close();
});

for (const status of [401, 500]) {
  for (const [path, heading] of [
    [consolePaths.confirmEmail('token'), 'Confirmation Failed'],
    [consolePaths.resetPassword('token'), 'Reset password'],
    [consolePaths.completeRecovery('token'), 'Recover your account'],
    [consolePaths.stopRecovery('token'), 'Stop the recovery?'],
    [consolePaths.acceptInvitation('token'), 'Accept invitation'],
    [consolePaths.joinOrganization('token'), /./],
  ] as const) {
    test(`A8: a refresh with status ${status} leaves a user on ${path}`, async ({ browser }) => {
      const context = await browserOf(browser, server, lise);
      const { page, expiries } = await countingPage(context);
      const { refreshes } = await endSession(page, status);
      await page.goto(server.url + path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(page).toHaveURL(server.url + path);
      expect(await expiries()).toBe(0);
      expect(refreshes()).toBe(1);
      await context.close();
    });
  }
}

test('typed input is kept while the server is down, and is sent when it is back', async ({
  page,
}) => {
  await page.goto(server.url + consolePaths.register());
  const values = {
    'First name': 'Emmy',
    'Last name': 'Noether',
    Email: 'emmy@example.com',
    Password: 'rings and ideals',
  };
  for (const [label, text] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await server.kill();
  const button = page.getByRole('button', { name: 'Create account' });
  await button.click();
  await expect(page.getByText('Registration failed. Please try again.')).toBeVisible();
  for (const [label, text] of Object.entries(values)) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  }

  await server.run();
  await button.dblclick();
  await expect(
    page.getByText('Account created successfully! Please check your email for verification.'),
  ).toBeVisible();
  await expect(page).toHaveURL(server.url + consolePaths.login());
});
