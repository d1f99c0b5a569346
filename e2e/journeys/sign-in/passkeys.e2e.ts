import { REAUTHENTICATE_HEADER } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { signInPaths } from '@carrel/shared/paths/sign-in';
import { expect } from '@playwright/test';
import type { CDPSession, Page } from '@playwright/test';

import { examineScreen } from '../../support/examine-screen.ts';
import { expectNoLayoutShifts, recordLayoutShifts } from '../../support/layout-shift.ts';
import { createAccount, personNamed } from '../../support/people.ts';
import { signIn } from '../../support/journey.ts';
import { addSecurityDevice, enableWebAuthn } from '../../support/security-device.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const ida = personNamed('Ida');

let server: ServerProcess;
let page: Page;
let devtools: CDPSession;
let laptop: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const seeding = await browser.newContext();
  await createAccount(seeding.request, server, ida);
  await seeding.close();
  page = await (await browser.newContext()).newPage();
  await recordLayoutShifts(page);
  devtools = await enableWebAuthn(page);
  laptop = await addSecurityDevice(devtools);
});

test.afterAll(() => server.stop());

const removeDevice = (authenticatorId: string) =>
  devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });

/** Whether the owner touches the device when it asks for a finger, or not. */
const touch = (authenticatorId: string, isUserVerified: boolean) =>
  devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });

/** Whether the owner is there at all. Who is not is waited for. */
const attend = (authenticatorId: string, enabled: boolean) =>
  devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });

const passkeyButton = () => page.getByRole('button', { name: 'Sign in with a passkey' });
const passkeyRows = () => page.getByRole('table', { name: 'Passkeys' }).getByRole('row');

/** Nobody touches the device until the test says so: autofill would sign in at once. */
async function signOut(device = laptop) {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await attend(device, false);
  await page.goto(server.url + consolePaths.login());
  await expect(page).toHaveTitle(/Sign in/);
}

async function examine(name: string) {
  await examineScreen(page, name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await examineScreen(page, `${name}-dark`);
  await page.setViewportSize({ width: 375, height: 800 });
  await examineScreen(page, `${name}-dark-375`);
  await page.emulateMedia({ colorScheme: 'light' });
  await examineScreen(page, `${name}-375`);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('a passkey is added by the keyboard alone', async () => {
  await signIn(page, server, ida);
  await page.goto(server.url + consolePaths.account());
  await expect(page.getByRole('heading', { name: 'No passkeys' })).toBeVisible();
  await examine('account-no-passkeys');
  await page.getByRole('button', { name: 'Add passkey' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await expect(dialog.getByLabel('Name')).toHaveValue('Chrome on Linux');
  await examine('add-passkey');
  await dialog.getByLabel('Name').press('Enter');
  await expect(page.getByText('Passkey added')).toBeVisible();
  await expect(passkeyRows().filter({ hasText: 'Chrome on Linux' })).toContainText('Never');
  await examine('account-passkeys');
});

test('a device that has one already gets no second one', async () => {
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('This device already has a passkey of your account.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('the button signs in at one press, and the page does not move', async () => {
  await signOut();
  await examine('sign-in');
  await expectNoLayoutShifts(page);
  await attend(laptop, true);
  await passkeyButton().click();
  await expect(page).toHaveURL(server.url + consolePaths.dashboard());
});

test('the browser fills a passkey into the sign-in page', async () => {
  await signOut();
  const sent = page.waitForRequest((request) => request.url().endsWith(signInPaths.passkeyLogin()));
  await attend(laptop, true);
  await page.reload();
  await sent;
  await expect(page).toHaveURL(server.url + consolePaths.dashboard());
});

test('a passkey that was not unlocked signs in nobody, and the page says so', async () => {
  await signOut();
  await touch(laptop, false);
  // The browser waits for another try as long as the server says.
  await page.route(`${server.url}/${signInPaths.passkeyLoginOptions()}`, async (route) => {
    const response = await route.fetch();
    const options = (await response.json()) as object;
    await route.fulfill({ response, json: { ...options, timeout: 10_000 } });
  });
  await attend(laptop, true);
  await passkeyButton().click();
  await expect(page.getByText(/No passkey was used/)).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(page).toHaveURL(server.url + consolePaths.login());
  await touch(laptop, true);
  await passkeyButton().click();
  await expect(page).toHaveURL(server.url + consolePaths.dashboard());
});

test('a passkey confirms a change, and is asked for instead of the password', async () => {
  await page.goto(server.url + consolePaths.account());
  // Refused as the server refuses it ten minutes after the sign-in.
  await page.route(
    `${server.url}/${signInPaths.passkeyOptions()}`,
    (route) =>
      route.fulfill({
        status: 403,
        headers: { [REAUTHENTICATE_HEADER]: 'password' },
        json: { message: 'Please confirm your password to continue.' },
      }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add passkey' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(question.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await expectNoLayoutShifts(page);
  await attend(laptop, false);
  await examineScreen(page, 'confirm-by-passkey', { busy: 1 });
  await attend(laptop, true);
  const confirmed = page.waitForResponse((response) =>
    response.url().endsWith(signInPaths.passkeyReauthentication()),
  );
  await question.getByRole('button', { name: 'Use a passkey' }).press('Enter');
  expect((await confirmed).status()).toBe(204);
  await expect(question).toBeHidden();
  // The call is repeated: the only device has a passkey already.
  await expect(page.getByText('This device already has a passkey of your account.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
});

test('each of two devices signs in, and the other after one is removed', async () => {
  await attend(laptop, false);
  const key = await addSecurityDevice(devtools, 'usb');
  await page.goto(server.url + consolePaths.account());
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Name').fill('Key ring');
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  const row = passkeyRows().filter({ hasText: 'Key ring' });
  await expect(row).toContainText('This device only');
  await examine('account-two-passkeys');
  await signOut(key);
  await attend(key, true);
  await page.reload();
  await expect(page).toHaveURL(server.url + consolePaths.dashboard());

  await page.goto(server.url + consolePaths.account());
  await row.getByRole('button', { name: 'Remove' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove passkey' });
  await examineScreen(page, 'remove-passkey');
  await question.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(row).toHaveCount(0);

  await signOut(key);
  await attend(key, true);
  await page.reload();
  await expect(page.getByText(/This passkey is not known here/)).toBeVisible();
  await expect(page).toHaveURL(server.url + consolePaths.login());
  await removeDevice(key);
  await attend(laptop, true);
  await passkeyButton().click();
  await expect(page).toHaveURL(server.url + consolePaths.dashboard());
});

test('a browser without a passkey says so, and the password still signs in', async () => {
  await signOut();
  await devtools.send('WebAuthn.clearCredentials', { authenticatorId: laptop });
  await attend(laptop, true);
  await passkeyButton().click();
  await expect(page.getByText(/there is none on this device/)).toBeVisible();
  await signIn(page, server, ida);
});
