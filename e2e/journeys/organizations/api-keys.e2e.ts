import { apiPaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { examineScreen } from '../../support/examine-screen.ts';
import { personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

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
  `${server.url}/organizations/${fixture.organizationId}/settings?view=api-keys`;
const dialog = (name: string) => page.getByRole('dialog', { name });

test('a key that is created in the settings searches a dataset, until it is revoked', async ({
  playwright,
}) => {
  const datasetId = await fixture.createDataset('Letters');
  await fixture.fill(datasetId, [{ name: 'dome.md', content: '# The dome\n\nIt turns at night.' }]);

  await page.goto(settings());
  await page.getByRole('button', { name: 'Create API key' }).click();
  await dialog('Create API key').getByLabel('Name').fill('Nightly report');
  await dialog('Create API key').getByLabel('Where').selectOption('some');
  await dialog('Create API key').getByRole('checkbox', { name: 'Letters' }).check();
  await dialog('Create API key').getByRole('button', { name: 'Create API key' }).click();
  const secret = await dialog('Copy your API key')
    .getByText(/^carrel_key_[\dA-Za-z]{36}$/)
    .textContent();
  await dialog('Copy your API key').getByRole('button', { name: 'Done' }).click();

  const program = await playwright.request.newContext({
    extraHTTPHeaders: { Authorization: `Bearer ${secret}` },
  });
  const search = () =>
    program.post(`${server.url}/${apiPaths.searchDataset(datasetId)}`, {
      data: { query: 'what turns at night' },
    });
  const found = await search();
  expect(await found.json()).toMatchObject({ results: [{ document: { name: 'dome.md' } }] });
  const listed = await program.get(`${server.url}/${apiPaths.datasets()}`);
  expect(listed.status()).toBe(403);

  await page.reload();
  const row = page.getByRole('row', { name: /Nightly report/ });
  await expect(row.getByText('1 dataset')).toBeVisible();
  await expect(row.getByText('Never')).toBeHidden();
  await row.getByRole('button', { name: 'Revoke' }).click();
  const question = page.getByRole('alertdialog', { name: 'Revoke API key' });
  await question.getByRole('button', { name: 'Revoke API key' }).click();
  await expect(page.getByText('API key revoked')).toBeVisible();
  expect((await search()).status()).toBe(401);
  await program.dispose();

  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByText(/revoked the API key Nightly report/)).toBeVisible();
  await expect(page.getByText(/was used from a network for the first time/)).toBeVisible();
});

test('the keys of an organization are accessible in both themes, wide and narrow', async () => {
  await fixture.createDataset('Reports of the observatory, with a name that needs some room');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const size of SIZES) {
      const name = (screen: string) => `${screen}-${colorScheme}-${size.width}`;
      await page.setViewportSize(size);
      await page.goto(settings());
      await expect(page.getByRole('heading', { name: 'API keys', exact: true })).toBeVisible();
      await examineScreen(page, name('api-keys'));
      await page.getByRole('button', { name: 'Create API key' }).click();
      await dialog('Create API key').getByLabel('Where').selectOption('some');
      await expect(
        dialog('Create API key').getByRole('checkbox', { name: /Reports/ }),
      ).toBeVisible();
      await examineScreen(page, name('create-key'));
      await dialog('Create API key')
        .getByRole('textbox', { name: 'Name' })
        .fill(`Sync ${colorScheme} ${size.width}`);
      await dialog('Create API key').getByLabel('Where').selectOption('all');
      await dialog('Create API key').getByRole('button', { name: 'Create API key' }).click();
      await expect(dialog('Copy your API key')).toBeVisible();
      await examineScreen(page, name('created-key'));
    }
  }
});
