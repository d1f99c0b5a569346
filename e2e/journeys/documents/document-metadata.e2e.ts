import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';

import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const REPORT = '---\ntitle: Annual report\nauthor: Ann\ntags: [finance, board]\n---\n# Report\n';
const FILES = [
  { name: 'report.md', content: REPORT },
  { name: 'report.md.metadata.json', content: '{"metadataAttributes": {"team": "Legal"}}' },
  { name: 'notes.txt', content: 'Notes.' },
];

let server: ServerProcess;

test.beforeAll(async () => {
  server = await ServerProcess.start();
});

test.afterAll(() => server.stop());

test('metadata of a file and its sidecar is shown, edited for one and many, and found by', async ({
  browser,
}) => {
  const context = await signUp(browser, server, personNamed('Mia'));
  const fixture = await DatasetFixture.create(context.request, server);
  const datasetId = await fixture.createDataset('Reports');
  await fixture.fill(datasetId, FILES);
  const page = await context.newPage();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const names = page.getByRole('grid').locator('[data-name]');
  const panel = page.getByRole('region', { name: 'Metadata' });

  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  await page
    .getByRole('row', { name: /report\.md\b(?!\.)/ })
    .getByRole('link')
    .click();
  await page.getByRole('tab', { name: 'Metadata' }).click();
  await expect(panel.getByRole('term')).toHaveText(['author', 'tags', 'team', 'title']);
  await expect(panel).toContainText('Annual report');
  await expect(panel).toContainText('Legal');

  await button('Edit author').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Value of author')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Bo');
  await page.keyboard.press('Control+Enter');
  await expect(button('Edit author')).toBeFocused();
  await expect(panel).toContainText('Bo');
  await button('Reset author to what the file says').click();
  await expect(panel).toContainText('Ann');
  await expect(panel).toBeFocused();

  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  await expect(page.getByRole('row', { name: /notes\.txt/ })).toBeVisible();
  await page.getByRole('row', { name: /notes\.txt/ }).focus();
  await page.keyboard.press('Control+a');
  await button('Edit metadata').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('3 documents will be changed.');
  await dialog.getByLabel('Key').fill('year');
  await dialog.getByLabel('Value').fill('2026');
  await dialog.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(page.getByText('Changed the metadata of 3 documents')).toBeVisible();

  await button('Filters').click();
  await page.getByLabel('Key').selectOption('year');
  await page.getByLabel('Value').fill('2026');
  await button('Add filter').click();
  await expect(names).toHaveText(['notes.txt', 'report.md', 'report.md.metadata.json']);
  await page.getByLabel('Key').selectOption('tags');
  await page.getByLabel('Value').fill('board');
  await page.keyboard.press('Enter');
  await expect(names).toHaveText(['report.md']);
  await expect(page).toHaveURL(/metadata\.year=2026&metadata\.tags=board/);
  await page.reload();
  await expect(names).toHaveText(['report.md']);
  await context.close();
});
