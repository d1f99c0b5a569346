import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';

import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { examineScreen } from '../../support/examine-screen.ts';
import { personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 375, height: 812 },
];
const ottilie = personNamed('Ottilie');

let server: ServerProcess;
let fixture: DatasetFixture;
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, ottilie);
  fixture = await DatasetFixture.create(context.request, server);
  page = await context.newPage();
});

test.afterAll(() => server.stop());

const settings = () =>
  `${server.url}/organizations/${fixture.organizationId}/settings?view=sign-in`;
const save = () => page.getByRole('button', { name: 'Save policy' }).click();

test('a policy that its author would not meet is refused, and kept in the form', async () => {
  await page.goto(settings());
  await page.getByLabel('Require a second factor').check();
  await expect(page.getByText('1 of 1 members has no passkey')).toBeVisible();
  await page.getByLabel('Ask members to confirm').selectOption('1 hour');
  await save();
  await expect(page.getByText(/You would lock yourself out/)).toBeVisible();
  await expect(page.getByLabel('Require a second factor')).toBeChecked();

  await page.getByLabel('Require a second factor').uncheck();
  await save();
  await expect(page.getByText('Sign-in policy saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Ask members to confirm')).toHaveValue('60');
});

test('the policy fits both sizes and themes', async () => {
  await page.goto(settings());
  await page.getByLabel('Require a second factor').check();
  for (const size of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await examineScreen(page, `sign-in-policy-${size.width}-${colorScheme}`);
    }
  }
});
