import { readFileSync } from 'node:fs';

import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

import { PROCESSING_MS } from '../../support/journey.ts';
import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const eva = personNamed('Eva');
const LONG = 'The gasket of the engine is renewed every year. '.repeat(60);
const FILES = [
  { name: 'Manuals/engine.md', content: `# Engine\n\n${LONG}` },
  { name: 'Manuals/Parts/gasket.txt', content: 'A gasket.' },
  { name: 'Letters/engine order.txt', content: 'We order one engine.' },
  { name: 'notes.txt', content: 'Notes.' },
];
/** The time for undoing, and what the server needs then. */
const SOON = { timeout: PROCESSING_MS };

let server: ServerProcess;
let page: Page;
let datasetId: string;
let fixture: DatasetFixture;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, eva);
  fixture = await DatasetFixture.create(context.request, server);
  datasetId = await fixture.createDataset('Machines');
  await fixture.fill(datasetId, FILES);
  page = await context.newPage();
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
});

test.afterAll(() => server.stop());

const button = (name: string, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true });
const row = (name: RegExp) => page.getByRole('row', { name });
const bar = () => page.getByRole('region', { name: 'Chosen documents' });
const names = () => page.getByRole('grid').locator('[data-name]');

test('documents are found by a part of their path, in an order, and by their kind', async () => {
  await page.getByRole('searchbox', { name: 'Find documents' }).fill('ENGINE');
  await expect(names()).toHaveText(['engine order.txt', 'engine.md']);
  await expect(page).toHaveURL(/q=ENGINE/);
  await button('Size').click();
  await button('Size').click();
  await expect(page.getByRole('columnheader', { name: 'Size' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(names()).toHaveText(['engine.md', 'engine order.txt']);
  await button('Filters').click();
  await page.getByRole('checkbox', { name: 'Text', exact: true }).check();
  await expect(names()).toHaveText(['engine order.txt']);

  await page.reload();
  await expect(names()).toHaveText(['engine order.txt']);
  await button('Clear all').click();
  await expect(row(/Manuals/)).toBeVisible();
  await page.goBack();
  await expect(names()).toHaveText(['engine order.txt']);
  await button('Clear all').click();
});

test('a deletion can be undone', async () => {
  await row(/notes\.txt/).hover();
  await page.getByRole('checkbox', { name: 'Choose notes.txt' }).check();
  await expect(bar()).toContainText('1 selected');
  await button('Delete', bar()).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('You can undo this for 10 seconds.');
  await button('Delete document', dialog).click();
  await expect(row(/notes\.txt/)).toBeHidden();
  await button('Undo').click();
  await expect(page.getByText('Restored 1 document')).toBeVisible();
  await expect(row(/notes\.txt/)).toBeVisible();
});

test('documents that were deleted are gone, with the folders that they leave empty', async () => {
  await row(/Letters/).click();
  await expect(row(/engine order/)).toBeVisible();
  await row(/engine order/).focus();
  await page.keyboard.press('Control+a');
  await expect(bar()).toContainText('All 1 selected');
  await button('Delete', bar()).click();
  await button('Delete document', page.getByRole('alertdialog')).click();
  await expect(page.getByText('Deleted 1 document')).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(row(/Manuals/)).toBeVisible();
  await expect(row(/Letters/)).toBeHidden();
});

test('after a change of settings documents are processed again, and the note of it goes', async () => {
  await page.goto(server.url + consolePaths.datasets());
  await button('Edit').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Advanced', { exact: true }).click();
  await dialog.getByLabel('Metadata parameters').fill('{ "chunk_size": 200, "chunk_overlap": 0 }');
  await expect(dialog.getByRole('checkbox', { name: 'Keep original files' })).toBeChecked();
  await button('Save changes', dialog).click();
  const question = page.getByRole('dialog', { name: 'Process 3 documents again?' });
  await button('Cancel', question).click();
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  const note = page.getByRole('region', { name: 'Older settings' });
  await expect(note).toContainText('3 documents were processed with older settings.');

  await row(/notes\.txt/).hover();
  await page.getByRole('checkbox', { name: 'Choose notes.txt' }).check();
  await button('Process again', bar()).click();
  await button('Process again', page.getByRole('dialog')).click();
  await expect(page.getByText('1 document will be processed again')).toBeVisible();
  await expect(note).toContainText('2 documents were processed with older settings.', SOON);
  await button('Process them again', note).click();
  await expect(note).toBeHidden(SOON);
});

test('a chosen document is downloaded with its own name', async () => {
  await row(/notes\.txt/).hover();
  await page.getByRole('checkbox', { name: 'Choose notes.txt' }).check();
  const downloading = page.waitForEvent('download');
  await button('Download', bar()).click();
  expect((await downloading).suggestedFilename()).toBe('notes.txt');
});

test('folders and documents are downloaded as one zip', async () => {
  await row(/Manuals/).hover();
  await page.getByRole('checkbox', { name: 'Choose Manuals' }).check();
  await expect(bar()).toContainText('2 selected');
  await button('Download', bar()).click();
  const dialog = page.getByRole('dialog', { name: 'Download documents' });
  await expect(dialog).toContainText('3 documents, ');
  const downloading = page.waitForEvent('download');
  await button('Download zip', dialog).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Machines.zip');
  const bytes = readFileSync(await download.path(), 'latin1');
  for (const path of ['notes.txt', 'Manuals/engine.md', 'Manuals/Parts/gasket.txt'])
    expect(bytes).toContain(path);
  await expect(dialog).toBeHidden();
});

test('a document is replaced by a file, and shows its new text', async () => {
  await row(/notes\.txt/)
    .getByRole('link')
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'notes.txt' })).toBeVisible();
  await page.getByLabel('File to replace this document with').setInputFiles({
    name: 'newer notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Newer notes.'),
  });
  const dialog = page.getByRole('dialog', { name: 'Replace document' });
  await expect(dialog).toContainText('newer notes.txt');
  await button('Replace document', dialog).click();
  await expect(page.getByText('notes.txt is replaced, and is being processed')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Document' })).toContainText('Newer notes.', SOON);
});
