import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { DatasetFixture } from '../support/dataset-fixture.ts';
import { browserOf, personNamed, signUp } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const dora = personNamed('Dora');

let server: ServerProcess;
let fixture: DatasetFixture;
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, dora);
  fixture = await DatasetFixture.create(context.request, server);
  page = await context.newPage();
});

test.afterAll(() => server.stop());

const goTo = (path: string, tab = page) => tab.goto(server.url + path);

test('a document that no retry can read shows the reason, and takes a new version', async () => {
  const datasetId = await fixture.createDataset('Scans');
  await fixture.fill(datasetId, [
    { name: 'scans/broken.wav', content: 'RIFF\u0000\u0001\u0002WAVE' },
    { name: 'scans/fine.md', content: '# Fine' },
  ]);
  await goTo(consolePaths.datasetDocuments(datasetId));
  await expect(page.getByRole('row', { name: /scans/ })).toContainText('1 of 2 failed');
  await page.getByRole('link', { name: 'Failed 1' }).click();
  const row = page.getByRole('row', { name: /broken\.wav/ });
  await expect(row).toContainText('Partition Error');
  await expect(row).toContainText('Export it as text or PDF and upload that.');
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  const chooser = page.waitForEvent('filechooser');
  await row.getByRole('button', { name: 'Upload a new version' }).click();
  const file = { name: 'words.wav', mimeType: 'audio/wav', buffer: Buffer.from('Spoken words.') };
  await (await chooser).setFiles(file);
  await page.getByRole('button', { name: 'Replace document' }).click();
  await expect(page.getByText('No document failed')).toBeVisible();
});

test('an upload of one user updates the screen of another automatically', async ({ browser }) => {
  const datasetId = await fixture.createDataset('Watched');
  const other = await (await browserOf(browser, server, dora)).newPage();
  await goTo(consolePaths.datasetDocuments(datasetId), other);
  await expect(other.getByText('This folder is empty.')).toBeVisible();
  await goTo(consolePaths.datasetArchives(datasetId));
  await expect(page.getByText('No archives yet')).toBeVisible();

  await fixture.fill(datasetId, [{ name: 'news.md', content: '# News' }]);
  // One second is specified; a busy machine gets a few.
  const soon = { timeout: 5000 };
  await expect(other.getByRole('row', { name: /news\.md/ })).toContainText('Ready', soon);
  await expect(other.getByRole('figure', { name: 'Documents by stage' })).toContainText(
    'Ready1',
    soon,
  );
  await expect(page.getByRole('row', { name: /library\.zip/ })).toContainText('Completed', soon);
  await other.context().close();
});

test('the settings of a dataset preview how they split a text', async () => {
  await goTo(consolePaths.datasets());
  await page.getByRole('button', { name: 'Create Dataset' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Advanced', { exact: true }).click();
  await dialog.getByText('Preview of the chunks').click();
  await expect(dialog.getByText(/^\d+ chunks?$/)).toBeVisible();
  await dialog.getByLabel('Metadata parameters').fill('{ "chunk_size": 200, "chunk_overlap": 20 }');
  await dialog.getByLabel('Chunk template').fill('Note: {{ chunk.text }}');
  await expect(
    dialog
      .getByRole('list', { name: 'Chunks' })
      .getByText(/^Note:/)
      .first(),
  ).toBeVisible();
  // Nothing covers a field: the click needs it to be uncovered.
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByLabel('Metadata parameters').click();
  await expect(dialog.getByLabel('Metadata parameters')).toBeInViewport({ ratio: 1 });
  await dialog.getByLabel('Chunk size').fill('300');
  await expect(dialog.getByLabel('Metadata parameters')).toHaveValue(/"chunk_size": 300/);
  await dialog.getByLabel('Chunk template').fill('{% broken');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
});
