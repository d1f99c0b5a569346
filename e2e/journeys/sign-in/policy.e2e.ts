import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { examineScreen } from '../../support/examine-screen.ts';
import { openList } from '../../support/journey.ts';
import { join, personNamed, signUp } from '../../support/people.ts';
import { addSecurityDevice, enableWebAuthn } from '../../support/security-device.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 375, height: 812 },
];
const ottilie = personNamed('Ottilie');
const emil = personNamed('Emil');

let server: ServerProcess;
let fixture: DatasetFixture;
let owner: Page;
let member: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, ottilie);
  fixture = await DatasetFixture.create(context.request, server);
  owner = await context.newPage();
  const invited = await signUp(browser, server, emil);
  await join(server, context.request, { request: invited.request, person: emil, role: 'Editor' });
  member = await invited.newPage();
  for (const page of [owner, member]) await addSecurityDevice(await enableWebAuthn(page));
});

test.afterAll(() => server.stop());

async function addPasskey(page: Page): Promise<void> {
  await page.goto(server.url + consolePaths.account());
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
}

const settings = () =>
  `${server.url}/organizations/${fixture.organizationId}/settings?view=sign-in`;
const save = () => owner.getByRole('button', { name: 'Save policy' }).click();

async function examine(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await examineScreen(page, `${name}-${size.width}-${colorScheme}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('a policy that its author would not meet is refused, and kept in the form', async () => {
  await owner.goto(settings());
  await owner.getByLabel('Require a second factor').check();
  await expect(owner.getByText('2 of 2 members have no passkey')).toBeVisible();
  await owner.getByLabel('Ask members to confirm').selectOption('1 hour');
  await examine(owner, 'sign-in-policy');
  await save();
  await expect(owner.getByText(/You would lock yourself out/)).toBeVisible();
  await expect(owner.getByLabel('Require a second factor')).toBeChecked();
});

test('an Owner with a passkey requires a second factor from a day, which members are told', async () => {
  await addPasskey(owner);
  await owner.goto(settings());
  await owner.getByLabel('Require a second factor').check();
  await save();
  await expect(owner.getByText('Sign-in policy saved')).toBeVisible();
  await member.goto(server.url + consolePaths.dashboard());
  await expect(member.getByText(/requires a second factor to sign in\./)).toBeVisible();
  await examine(member, 'second-factor-announced');
});

test('once the day has come, a member sees what to do, does it, and goes on', async () => {
  await owner.getByLabel('From').fill(new Date().toISOString().slice(0, 10));
  await save();
  await expect(owner.getByText('Sign-in policy saved').last()).toBeVisible();
  await member.getByRole('link', { name: 'Datasets', exact: true }).first().click();
  await expect(member.getByRole('heading', { name: /requires a second factor$/ })).toBeVisible();
  await examine(member, 'second-factor-required');

  await addPasskey(member);
  await openList(member, 'Datasets');
  await expect(member.getByText(/requires a second factor$/)).toHaveCount(0);
});

test('Owners see who has what', async () => {
  await owner.goto(`${server.url}/organizations/${fixture.organizationId}/settings`);
  await expect(owner.getByRole('row', { name: /Emil Tester/ })).toContainText('Passkey');
});
