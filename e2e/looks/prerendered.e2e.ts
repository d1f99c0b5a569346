import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { ada, register } from '../support/journey.ts';
import { expectNoLayoutShifts, recordLayoutShifts } from '../support/layout-shift.ts';
import { networkIdle } from '../support/network-idle.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

let server: ServerProcess;

test.beforeAll(async () => {
  server = await ServerProcess.start();
});
test.afterAll(async () => {
  await server.stop();
});

const SCREENS = [
  consolePaths.login(),
  consolePaths.register(),
  consolePaths.passwordReset(),
  consolePaths.resetPassword('some-token'),
  consolePaths.acceptInvitation('some-token'),
];

/**
 * Blocks the console's code, and what is read of an invitation, which changes the page later. Returns a function
 * that releases the code. Nothing else is intercepted: fonts that arrive late move text.
 */
async function blockCode(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    if (!request.url.endsWith('.js')) return;
    void released.then(() => session.send('Fetch.continueRequest', { requestId }));
  });
  const patterns = ['*/shell/vendor.*.js', '*/accounts/invitation'];
  await session.send('Fetch.enable', {
    patterns: patterns.map((urlPattern) => ({ urlPattern })),
  });
  return release;
}

function recordErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

for (const path of SCREENS) {
  test(`${path} is shown before any code runs, and is hydrated without errors or layout shifts`, async ({
    page,
  }) => {
    const errors = recordErrors(page);
    await recordLayoutShifts(page);
    const release = await blockCode(page);
    await page.goto(server.url + path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const before = await page.locator('#root').innerHTML();
    expect(await page.title()).toBe('Carrel');
    release();
    // The title is set by an effect: effects have run.
    await expect(page).toHaveTitle(/\| /);
    await networkIdle(page);
    const main = /<main.*<\/main>/s;
    const after = main.exec(await page.locator('#root').innerHTML())?.[0] ?? '';
    // Hydration adds the form library's attributes of fields; nothing else changes.
    expect(after.replaceAll(/ (?:value|name)="[^"]*"/g, '')).toBe(
      (main.exec(before)?.[0] ?? '').replaceAll(/ (?:value|name)="[^"]*"/g, ''),
    );
    await expectNoLayoutShifts(page);
    expect(errors).toEqual([]);
  });
}

const DAMAGED_COOKIES = [
  ['%zz', '%E0%A4%A', 'undefined'],
  ['"a b', '{"}', ''],
];

for (const values of DAMAGED_COOKIES) {
  test(`guests' screens start with queries, hashes, full storage and cookies like ${JSON.stringify(values)}`, async ({
    page,
  }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.addInitScript((cookieValues) => {
      const names = ['carrel_signed_in', 'sidebar_state', 'carrel_overrides', 'carrel_share'];
      for (const [index, name] of names.entries()) {
        document.cookie = `${name}=${cookieValues[index % cookieValues.length] ?? ''}; Path=/`;
      }
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
    }, values);
    // The first load sets the cookies.
    await page.goto(server.url + consolePaths.login());
    const paths = [...SCREENS, consolePaths.confirmEmail('t'), consolePaths.joinOrganization('t')];
    for (const path of paths) {
      for (const suffix of ['#main', '?token=some-token&next=%2F', '']) {
        await page.goto(server.url + path + suffix);
        await expect(page, path + suffix).toHaveTitle(/\| /);
        await expect(page.getByRole('heading', { level: 1 }), path + suffix).toBeVisible();
        expect(errors, path + suffix).toEqual([]);
      }
    }
  });
}

test('input before hydration is not lost', async ({ page }) => {
  await register(page, server, ada);
  await page.context().clearCookies();
  const errors = recordErrors(page);
  const release = await blockCode(page);
  await page.goto(server.url + consolePaths.login(), { waitUntil: 'commit' });
  await page.getByLabel('Email').pressSequentially(ada.email);
  await page.getByRole('button', { name: 'Show password' }).click();
  await page.getByLabel('Password', { exact: true }).pressSequentially(ada.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(server.url + consolePaths.login());
  release();
  await expect(page).toHaveURL(server.url + consolePaths.dashboard());
  expect(errors).toEqual([]);
});

test('typed input stays in its field, also without a submit', async ({ page }) => {
  const release = await blockCode(page);
  await page.goto(server.url + consolePaths.login(), { waitUntil: 'commit' });
  await page.getByLabel('Email').pressSequentially('grace@');
  release();
  await expect(page).toHaveTitle(/\| /);
  await page.keyboard.type('example.com');
  await expect(page.getByLabel('Email')).toHaveValue('grace@example.com');
  await expect(page.getByLabel('Email')).toBeFocused();
  // The form has the value: only the password is missing.
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByLabel('Email')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
});

test('a browser without scripts shows the screen', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(server.url + consolePaths.login());
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByLabel('Email')).toBeVisible();
  await context.close();
});
