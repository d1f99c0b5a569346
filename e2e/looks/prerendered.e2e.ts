import { consolePaths } from '@carrel/shared/paths';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';

import { ada, register } from '../support/journey.ts';
import { expectNothingMoved, recordLayoutShifts } from '../support/layout-shift.ts';
import { networkQuiet } from '../support/network-quiet.ts';
import { ServerProcess } from '../support/server.ts';

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

/** Keeps the console's code from arriving until the answer is called. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/shell/vendor.*.js', async (route) => {
    await released;
    await route.continue();
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
  test(`${path} stands before any code runs, and comes alive without a word or a movement`, async ({
    page,
  }) => {
    const errors = recordErrors(page);
    await recordLayoutShifts(page);
    const release = await holdCode(page);
    await page.goto(server.url + path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const before = await page.locator('#root').innerHTML();
    expect(await page.title()).toBe('Carrel');
    release();
    // The title is what tells that effects have run.
    await expect(page).toHaveTitle(/\| /);
    await networkQuiet(page);
    const main = /<main.*<\/main>/s;
    const after = main.exec(await page.locator('#root').innerHTML())?.[0] ?? '';
    // What the form library says of a field comes with life; nothing else changes.
    expect(after.replaceAll(/ (?:value|name)="[^"]*"/g, '')).toBe(
      (main.exec(before)?.[0] ?? '').replaceAll(/ (?:value|name)="[^"]*"/g, ''),
    );
    await expectNothingMoved(page);
    expect(errors).toEqual([]);
  });
}

test('nothing that is typed or pressed before the page is alive is lost', async ({ page }) => {
  await register(page, server, ada);
  await page.context().clearCookies();
  const errors = recordErrors(page);
  const release = await holdCode(page);
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

test('what is typed stays where it was typed, also where the button was not pressed', async ({
  page,
}) => {
  const release = await holdCode(page);
  await page.goto(server.url + consolePaths.login(), { waitUntil: 'commit' });
  await page.getByLabel('Email').pressSequentially('grace@');
  release();
  await expect(page).toHaveTitle(/\| /);
  await page.keyboard.type('example.com');
  await expect(page.getByLabel('Email')).toHaveValue('grace@example.com');
  await expect(page.getByLabel('Email')).toBeFocused();
  // The form knows of it: only the password is missing.
  await page.getByRole('button', { name: 'Sign in' }).click();
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
