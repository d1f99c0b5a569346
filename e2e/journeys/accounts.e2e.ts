import { REAUTHENTICATE_HEADER } from '@carrel/shared/contract';
import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { awaitMail, browserOf, createAccount, personNamed, signUp } from '../support/people.ts';
import type { Person } from '../support/journey.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

let server: ServerProcess;

test.beforeAll(async () => {
  server = await ServerProcess.start();
});

test.afterAll(() => server.stop());

async function fillSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
}

async function addEmail(page: Page, address: string): Promise<void> {
  await page.getByLabel('New email address').fill(address);
  await page.getByRole('button', { name: 'Add email' }).click();
}

async function openAccount(page: Page): Promise<void> {
  await page.goto(server.url + consolePaths.account());
  await expect(page.getByRole('table', { name: 'Sessions' })).toBeVisible();
}

const storedCooldowns = (page: Page) =>
  page.evaluate(() => Object.keys(JSON.parse(localStorage['emailConfirmationCooldowns'] ?? '{}')));

test('a forgotten password is reset by mail, and every session ends', async ({ browser, page }) => {
  const hedy = personNamed('Hedy');
  await createAccount(page.request, server, hedy);
  const before = await browserOf(browser, server, hedy);
  const signedIn = await before.newPage();
  await openAccount(signedIn);

  await page.goto(server.url + consolePaths.login());
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  const confirmation = await server.mailedPath(hedy.email);
  await page.getByLabel('Email').fill(`  ${hedy.email} `);
  await page.getByRole('button', { name: 'Send reset email' }).click();
  await expect(page.getByText('Password reset email sent! Please check your inbox.')).toBeVisible();
  await expect(page).toHaveURL(server.url + consolePaths.login());
  await expect.poll(() => server.mailedPath(hedy.email)).not.toBe(confirmation);
  const link = await awaitMail(server, hedy.email);

  const reset = async (password: string) => {
    await page.goto(server.url + link);
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Reset password' }).click();
  };
  await reset('another secret');
  await expect(
    page.getByText('Password reset successful! Please login with your new password.'),
  ).toBeVisible();
  await expect(page).toHaveURL(server.url + consolePaths.login());
  await fillSignIn(page, hedy);
  await expect(page.getByText('Incorrect email or password')).toBeVisible();
  await fillSignIn(page, { ...hedy, password: 'another secret' });
  await expect(page).toHaveURL(server.url + consolePaths.dashboard());

  await addEmail(signedIn, 'late@example.com');
  await expect(signedIn).toHaveURL(server.url + consolePaths.login());

  await reset('a third secret');
  await expect(page.getByText('The password reset link is invalid or has expired')).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveValue('a third secret');
  await before.close();
});

test('an address is added, confirmed once, and removed, and its countdown survives a reload', async ({
  browser,
}) => {
  const grace = personNamed('Grace');
  const context = await signUp(browser, server, grace);
  const page = await context.newPage();
  await openAccount(page);
  const countdown = page.getByRole('button', { name: /^Resend in \d+s$/ });

  await addEmail(page, ' admiral@example.com ');
  await expect(page.getByText('Email address added successfully')).toBeVisible();
  await expect(countdown).toBeDisabled();
  const first = await countdown.textContent();
  await expect(countdown).not.toHaveText(first ?? '');
  await page.reload();
  await expect(countdown).toBeDisabled();
  expect(await storedCooldowns(page)).toHaveLength(1);

  const resend = async () => {
    await page.evaluate(() => localStorage.removeItem('emailConfirmationCooldowns'));
    await page.reload();
    await page.getByRole('button', { name: 'Resend confirmation' }).click();
  };
  await resend();
  await expect(page.getByText('Confirmation email sent! Please check your inbox.')).toBeVisible();
  await expect(countdown).toBeDisabled();
  await resend();
  await expect(
    page.getByText('Too many requests. Please wait before requesting another confirmation email.'),
  ).toBeVisible();
  await expect(countdown).toBeDisabled();

  const mailed = await context.newPage();
  await mailed.goto(server.url + (await awaitMail(server, 'admiral@example.com')));
  await expect(mailed.getByRole('heading', { name: 'Email Confirmed!' })).toBeVisible();
  await mailed.reload();
  await expect(mailed.getByRole('heading', { name: 'Email Confirmed!' })).toBeVisible();
  await mailed.getByRole('button', { name: 'Continue' }).click();
  await expect(mailed).toHaveURL(server.url + consolePaths.account());
  const row = mailed.getByRole('row', { name: /admiral@example\.com/ });
  await expect(row).toContainText('Confirmed');

  await row.getByRole('button', { name: 'Remove' }).click();
  const dialog = mailed.getByRole('alertdialog', { name: 'Remove email address' });
  await dialog.getByRole('button', { name: 'Remove email address' }).click();
  await expect(mailed.getByText('Email address removed successfully')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect.poll(() => storedCooldowns(mailed)).toHaveLength(0);
  await context.close();
});

test('a session that is revoked ends in its browser at the next request', async ({
  browser,
  request,
}) => {
  const joan = personNamed('Joan');
  await createAccount(request, server, joan);
  const here = await browserOf(browser, server, joan);
  const there = await browserOf(browser, server, joan, { userAgent: FIREFOX });
  const other = await there.newPage();
  await openAccount(other);
  const page = await here.newPage();
  await openAccount(page);

  const current = page.getByRole('row', { name: /Current session/ });
  await expect(current).toContainText('Chrome');
  await expect(current.getByRole('button')).toHaveCount(0);
  const foreign = page.getByRole('row', { name: /Firefox/ });
  await foreign.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke session' }).click();
  await expect(page.getByText('Session revoked successfully')).toBeVisible();
  await expect(foreign).toHaveCount(0);

  await addEmail(other, 'late@example.com');
  await expect(other).toHaveURL(server.url + consolePaths.login());
  await fillSignIn(other, joan);
  await expect(other).toHaveURL(server.url + consolePaths.account());
  await here.close();
  await there.close();
});

test('a sign-out in one tab reaches the other', async ({ browser }) => {
  const mary = personNamed('Mary');
  const context = await signUp(browser, server, mary);
  const [one, other] = [await context.newPage(), await context.newPage()];
  await openAccount(one);
  await openAccount(other);

  await one.getByRole('button', { name: /Mary Tester/ }).click();
  await one.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(one.getByText('Logged out successfully')).toBeVisible();
  await expect(one).toHaveURL(server.url + consolePaths.login());
  await expect(other).toHaveURL(server.url + consolePaths.login());

  await context.close();
});

test('a user who signs in returns to the remembered URL with its query', async ({ page }) => {
  const rosa = personNamed('Rosa');
  await createAccount(page.request, server, rosa);
  const url = `${server.url}${consolePaths.account()}?from=a%2Fb&page=2`;
  await page.goto(url);
  await expect(page).toHaveURL(server.url + consolePaths.login());
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await page.getByRole('link', { name: 'Register' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  // The screen before has an email and a password too.
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await fillSignIn(page, rosa);
  await expect(page).toHaveURL(url);

  await page.goto(server.url + consolePaths.register());
  await expect(page).toHaveURL(server.url + consolePaths.dashboard());
});

test('an account is deleted once its own address is typed', async ({ browser }) => {
  const ida = personNamed('Ida');
  const context = await signUp(browser, server, ida);
  const page = await context.newPage();
  await openAccount(page);

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete account' });
  const button = dialog.getByRole('button', { name: 'Delete account' });
  await expect(dialog.getByRole('listitem')).toHaveCount(5);
  await expect(button).toBeDisabled();
  await dialog.getByLabel(`Type ${ida.email} to confirm`).fill(ida.email);
  await button.click();
  await expect(page.getByText('Account deleted successfully')).toBeVisible();
  await expect(page).toHaveURL(server.url + consolePaths.login());

  await fillSignIn(page, ida);
  await expect(page.getByText('Incorrect email or password')).toBeVisible();
  await context.close();
});

test('what cannot be undone asks for the password again, above the form that needs it', async ({
  browser,
}) => {
  const rosalind = personNamed('Rosalind');
  const context = await signUp(browser, server, rosalind);
  const page = await context.newPage();
  await openAccount(page);
  // Refused as the server refuses it ten minutes after the sign-in: once for Cancel, once for the password.
  let refusals = 0;
  await page.route(`${server.url}/${apiPaths.emails()}`, async (route) => {
    if (route.request().method() !== 'POST' || refusals === 2) return route.fallback();
    refusals += 1;
    return route.fulfill({
      status: 403,
      headers: { [REAUTHENTICATE_HEADER]: 'password' },
      json: { message: 'Please confirm your password to continue.' },
    });
  });
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
  const field = dialog.getByLabel('Password', { exact: true });

  await addEmail(page, 'franklin@example.com');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Please confirm your password to continue.')).toBeVisible();
  await expect(page.getByLabel('New email address')).toHaveValue('franklin@example.com');

  await page.getByRole('button', { name: 'Add email' }).click();
  await expect(field).toBeFocused();
  await field.fill('not the password');
  await field.press('Enter');
  await expect(dialog.getByText('Incorrect password')).toBeVisible();
  await field.fill(rosalind.password);
  await field.press('Enter');
  await expect(page.getByText('Email address added successfully')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: /franklin@example\.com/u })).toBeVisible();
  await context.close();
});

test('signing out everywhere else ends every other session at once', async ({ browser }) => {
  const lise = personNamed('Lise');
  const here = await signUp(browser, server, lise);
  const there = await browserOf(browser, server, lise, { userAgent: FIREFOX });
  const page = await here.newPage();
  await openAccount(page);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Sign out everywhere else' })
    .click();
  await expect(page.getByText('Signed out everywhere else')).toBeVisible();
  await expect(page.getByRole('row', { name: /Firefox/u })).toBeHidden();
  const ended = await there.request.get(`${server.url}/${apiPaths.currentUser()}`);
  expect(ended.status()).toBe(401);
  await Promise.all([here.close(), there.close()]);
});
