import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { signInPaths } from '@carrel/shared/paths/sign-in';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { Authenticator } from './authenticator.ts';
import { examineScreen } from '../../support/examine-screen.ts';
import type { Person } from '../../support/journey.ts';
import { createAccount, personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const katherine = personNamed('Katherine');

let server: ServerProcess;

test.beforeAll(async () => {
  server = await ServerProcess.start();
});

test.afterAll(() => server.stop());

async function enterPassword(page: Page, { email, password }: Person): Promise<void> {
  await page.goto(server.url + consolePaths.login());
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
}

/** Examines a screen in light and dark, and on a phone. */
async function examine(page: Page, name: string, busy = 0): Promise<void> {
  const size = page.viewportSize();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await examineScreen(page, `${name}-${colorScheme}`, { busy });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 375, height: 740 });
  await examineScreen(page, `${name}-375`, { busy });
  if (size !== null) await page.setViewportSize(size);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Sets back the time at which the user authenticated, as the server sees it: it refuses the next change. */
async function refuseOnce(page: Page, path: string, method: string): Promise<void> {
  let refused = false;
  await page.route(`${server.url}/${path}`, (route) => {
    if (refused || route.request().method() !== method) return route.fallback();
    refused = true;
    return route.fulfill({
      status: 403,
      headers: { 'X-Reauthenticate': 'password' },
      json: { message: 'Please confirm your password to continue.' },
    });
  });
}

test('a second step: set up, used, trusted, confirmed, lost and turned off', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const context = await signUp(browser, server, katherine);
  const page = await context.newPage();
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !/^(?:blob|data):/.test(request.url())) {
      outside.push(request.url());
    }
  });
  let codes: string[] = [];
  let authenticator = new Authenticator('');

  await test.step('it is set up by keyboard', async () => {
    await page.goto(server.url + consolePaths.account());
    const section = page.getByRole('region', { name: 'Two-Step Verification' });
    await expect(section).toContainText('Off. The password alone is enough to sign in.');
    await examine(page, 'two-step-off');
    await section.getByRole('button', { name: 'Set up' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Set up authenticator app' });
    await expect(dialog.getByRole('img', { name: /QR code/u })).toBeVisible();
    const field = dialog.getByLabel('Code', { exact: true });
    await expect(field).toBeFocused();
    await examine(page, 'two-step-enrol');
    const key = dialog.getByRole('region', { name: 'Key, to type instead' });
    authenticator = new Authenticator((await key.innerText()).trim());
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(/^Incorrect code/u)).toBeVisible();
    await field.fill(await authenticator.nextCode());
    await page.keyboard.press('Enter');
    const saved = page.getByRole('dialog', { name: 'Save your recovery codes' });
    await expect(saved).toBeVisible();
    await examine(page, 'two-step-codes');
    const shown = await saved.getByRole('region', { name: 'Recovery codes' }).innerText();
    codes = shown.trim().split(/\s+/u);
    expect(codes).toHaveLength(10);
    const downloading = page.waitForEvent('download');
    await saved.getByRole('button', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toBe('carrel-recovery-codes.txt');
    await saved.getByRole('button', { name: 'I have saved them' }).click();
    await expect(section).toContainText('10 of 10 left.');
    await expect(section).toContainText(/On since/u);
    await examine(page, 'two-step-on');
    expect(outside).toEqual([]);
  });

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();

  await test.step('signing in asks for a code, and can trust the browser', async () => {
    await enterPassword(other, katherine);
    await expect(heading(other, 'Two-step verification')).toBeVisible();
    const field = other.getByLabel('Code', { exact: true });
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(field).toHaveAttribute('inputmode', 'numeric');
    await examine(other, 'second-step');
    await field.fill('12');
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(other.getByText('Enter the 6 digits of the code')).toBeVisible();
    await field.fill('000000');
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(other.getByText(/^Incorrect code/u)).toBeVisible();
    await expect(field).toHaveValue('000000');
    await field.fill(await authenticator.nextCode());
    await other.getByLabel('Trust this browser for 30 days').check();
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(other).toHaveURL(server.url + consolePaths.dashboard());
    await other.context().clearCookies({ name: /carrel_(?:access|refresh|signed)/u });
    await enterPassword(other, katherine);
    await expect(other).toHaveURL(server.url + consolePaths.dashboard());
  });

  await test.step('forgotten browsers are asked again, and take a recovery code', async () => {
    await page.reload();
    const section = page.getByRole('region', { name: 'Two-Step Verification' });
    await expect(section).toContainText('1 browser is not asked for a code.');
    await section.getByRole('button', { name: 'Forget them' }).click();
    await expect(section).toContainText('Every browser is asked for a code.');
    await other.context().clearCookies({ name: /carrel_(?:access|refresh|signed)/u });
    await enterPassword(other, katherine);
    await other.getByRole('button', { name: 'Use a recovery code instead' }).click();
    const field = other.getByLabel('Recovery code');
    await expect(field).toBeFocused();
    await examine(other, 'second-step-recovery-code');
    await field.fill(codes[0]?.toUpperCase() ?? '');
    await field.press('Enter');
    await expect(other.getByText('Signed in. 9 recovery codes are left.')).toBeVisible();
    await expect(other).toHaveURL(server.url + consolePaths.dashboard());
  });

  await test.step('a change asks for a code, not for the password', async () => {
    await refuseOnce(page, signInPaths.recoveryCodes(), 'POST');
    await page.reload();
    const section = page.getByRole('region', { name: 'Two-Step Verification' });
    await expect(section).toContainText('9 of 10 left.');
    await section.getByRole('button', { name: 'Make new codes' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const field = dialog.getByLabel('Code', { exact: true });
    await expect(field).toBeFocused();
    // The button that asked for it waits.
    await examine(page, 'step-up-code', 1);
    await field.fill(await authenticator.nextCode());
    await field.press('Enter');
    const saved = page.getByRole('dialog', { name: 'Save your recovery codes' });
    await expect(saved).toBeVisible();
    await saved.getByRole('button', { name: 'I have saved them' }).click();
    await expect(section).toContainText('10 of 10 left.');
  });

  await test.step('a person who has lost everything asks for a link, and the owner stops it', async () => {
    await other.context().clearCookies();
    await enterPassword(other, katherine);
    await other.getByRole('button', { name: 'I cannot use any of these' }).click();
    await expect(heading(other, 'Recover your account')).toBeVisible();
    await examine(other, 'recovery-ask');
    const before = await server.mailedPath(katherine.email);
    await other.getByRole('button', { name: 'Send the link in 24 hours' }).click();
    await expect(heading(other, 'Check your email tomorrow')).toBeVisible();
    await examine(other, 'recovery-started');
    await expect.poll(() => server.mailedPath(katherine.email)).not.toBe(before);
    await other.goto(server.url + ((await server.mailedPath(katherine.email)) ?? ''));
    await expect(heading(other, 'Stop the recovery?')).toBeVisible();
    await examine(other, 'recovery-stop');
    await other.getByRole('button', { name: 'Stop the recovery' }).click();
    await expect(heading(other, 'The recovery was stopped')).toBeVisible();
    await examine(other, 'recovery-stopped');
    await other.getByRole('link', { name: 'Reset password' }).click();
    await expect(other).toHaveURL(server.url + consolePaths.passwordReset());
  });

  await test.step('a sign-in that has expired returns to the password, with the address', async () => {
    await enterPassword(other, katherine);
    await expect(heading(other, 'Two-step verification')).toBeVisible();
    await other.context().clearCookies({ name: 'carrel_sign_in' });
    await other.getByLabel('Code', { exact: true }).fill('123456');
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(other.getByText(/^This sign-in has expired/u)).toBeVisible();
    await expect(heading(other, 'Sign in')).toBeVisible();
    await expect(other.getByLabel('Email')).toHaveValue(katherine.email);
  });

  await test.step('it is turned off', async () => {
    const section = page.getByRole('region', { name: 'Two-Step Verification' });
    await section.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await expect(section).toContainText('Off. The password alone is enough to sign in.');
    await enterPassword(other, katherine);
    await expect(other).toHaveURL(server.url + consolePaths.dashboard());
  });
  await elsewhere.close();
  await context.close();
});

test('the link of a recovery signs in with the password', async ({ page }) => {
  const mary = personNamed('Mary');
  await createAccount(page.request, server, mary);
  await page.goto(server.url + consolePaths.completeRecovery('a-token'));
  await expect(heading(page, 'Recover your account')).toBeVisible();
  await examine(page, 'recovery-complete');
  const field = page.getByLabel('Password', { exact: true });
  await field.fill(mary.password);
  await field.press('Enter');
  await expect(page.getByText('The recovery link is invalid or has expired')).toBeVisible();
  await expect(field).toHaveValue(mary.password);
  // A day passes: the server signs in as it does with a link that is due.
  await page.route(`${server.url}/${signInPaths.completeRecovery()}`, async (route) => {
    const data = { email_address: mary.email, password: mary.password };
    const response = await page.request.post(`${server.url}/${apiPaths.login()}`, { data });
    expect(response.status()).toBe(200);
    await route.fulfill({ json: {} });
  });
  await field.press('Enter');
  await expect(page).toHaveURL(server.url + consolePaths.account());
  await page.goto(server.url + consolePaths.stopRecovery(''));
  await expect(heading(page, 'Invalid recovery link')).toBeVisible();
});
