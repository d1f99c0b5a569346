import { expect } from '@playwright/test';
import type { APIRequestContext, Page } from '@playwright/test';

import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { examineScreen } from '../../support/examine-screen.ts';
import { createAccount, personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 375, height: 812 },
];
const mabel = personNamed('Mabel');
const guest = personNamed('Guest');

let server: ServerProcess;
let fixture: DatasetFixture;
let page: Page;
let directory: APIRequestContext;

// A retry repeats them all: each continues where the one before ended.
test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, mabel);
  fixture = await DatasetFixture.create(context.request, server);
  page = await context.newPage();
});

test.afterAll(async () => {
  await directory.dispose();
  await server.stop();
});

const settings = (view: string) =>
  `${server.url}/organizations/${fixture.organizationId}/settings?view=${view}`;
const dialog = (name: string) => page.getByRole('dialog', { name });

async function send(path: string, data: object): Promise<string> {
  const response = await directory.post(`${server.url}/scim/v2${path}`, { data });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { id: string }).id;
}

test('an Owner connects a directory, and gives the role of a group', async ({
  playwright,
  browser,
}) => {
  await page.goto(settings('provisioning'));
  await expect(page.getByText(`${server.url}/scim/v2`)).toBeVisible();
  await expect(page.getByText('No groups')).toBeVisible();
  await examineScreen(page, 'provisioning-empty');
  await page.getByRole('link', { name: 'API key', exact: true }).click();
  await page.getByRole('button', { name: 'Create API key' }).click();
  await dialog('Create API key').getByLabel('Name').fill('Entra');
  await dialog('Create API key').getByRole('checkbox', { name: 'Search' }).uncheck();
  await dialog('Create API key').getByRole('checkbox', { name: 'Provision members' }).check();
  await examineScreen(page, 'provisioning-key');
  await dialog('Create API key').getByRole('button', { name: 'Create API key' }).click();
  const secret = await dialog('Copy your API key')
    .getByText(/^carrel_key_[\dA-Za-z]{36}$/)
    .textContent();
  await dialog('Copy your API key').getByRole('button', { name: 'Done' }).click();
  directory = await playwright.request.newContext({
    extraHTTPHeaders: { Authorization: `Bearer ${secret}` },
  });

  const setup = await browser.newContext();
  await createAccount(setup.request, server, guest);
  await setup.close();
  const user = await send('/Users', { userName: guest.email });
  await send('/Groups', { displayName: 'Cartographers', members: [{ value: user }] });
  for (const displayName of ['Everybody in the north building', 'Librarians']) {
    await send('/Groups', { displayName });
  }

  await page.getByRole('link', { name: 'Provisioning' }).click();
  await expect(page.getByText('1 user, 0 of them members, 1 invited.')).toBeVisible();
  const row = page.getByRole('row', { name: /Cartographers/ });
  await row.getByRole('button', { name: /Change role/ }).click();
  await dialog('Role of Cartographers').getByLabel('Role').selectOption('Editor');
  await dialog('Role of Cartographers').getByRole('button', { name: 'Change role' }).click();
  await expect(page.getByText('Role changed')).toBeVisible();
  await expect(row.getByText('Editor')).toBeVisible();

  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByText(/gave the group Cartographers the role Editor/)).toBeVisible();
  await expect(page.getByText('The API key Entra').first()).toBeVisible();
});

test('provisioning is accessible in both themes, wide and narrow', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const size of SIZES) {
      const name = (screen: string) => `${screen}-${colorScheme}-${size.width}`;
      await page.setViewportSize(size);
      await page.goto(settings('provisioning'));
      await expect(page.getByText('Cartographers')).toBeVisible();
      await examineScreen(page, name('provisioning'));
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await expect(dialog('Change the default role')).toBeVisible();
      await examineScreen(page, name('default-role'));
    }
  }
});
