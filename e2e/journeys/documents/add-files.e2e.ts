import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { PROCESSING_MS } from '../../support/journey.ts';
import { personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const ines = personNamed('Ines');

let server: ServerProcess;
let fixture: DatasetFixture;
let page: Page;
let disk: string;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, ines);
  fixture = await DatasetFixture.create(context.request, server);
  page = await context.newPage();
  disk = mkdtempSync(path.join(tmpdir(), 'carrel-folder-'));
  const folder = path.join(disk, 'Handbook');
  mkdirSync(path.join(folder, 'Travel'), { recursive: true });
  writeFileSync(path.join(folder, 'same.md'), '# The same');
  writeFileSync(path.join(folder, 'old.md'), '# New');
  writeFileSync(path.join(folder, 'Travel/trains.md'), '# Trains first');
  writeFileSync(path.join(folder, '.DS_Store'), 'left behind');
});

test.afterAll(async () => {
  rmSync(disk, { recursive: true, force: true });
  await server.stop();
});

const dialog = () => page.getByRole('dialog', { name: 'Add files' });
const plan = () => dialog().getByRole('region', { name: 'What this upload will do' });
const counts = () =>
  plan().getByRole('group', { name: 'Outcomes' }).getByRole('button').allTextContents();

async function openFolder(datasetId: string, folder?: string): Promise<void> {
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId, folder));
  await page.getByRole('button', { name: 'Add files' }).click();
  await expect(dialog()).toBeVisible();
}

test('a folder is added into the open folder; the plan before and the receipt after agree', async () => {
  const datasetId = await fixture.createDataset('Policies');
  await fixture.fill(datasetId, [
    { name: 'HR/Handbook/same.md', content: '# The same' },
    { name: 'HR/Handbook/old.md', content: '# Old' },
    { name: 'HR/Handbook/gone.md', content: '# Gone' },
    { name: 'outside.md', content: '# Outside' },
  ]);
  await openFolder(datasetId, 'HR');
  await dialog().getByLabel('Folder', { exact: true }).setInputFiles(path.join(disk, 'Handbook'));
  await dialog().getByRole('checkbox', { name: 'Remove what is missing' }).check();
  await expect(plan()).toBeVisible();
  const planned = await counts();
  expect(planned).toEqual(['Added1', 'Changed1', 'Unchanged1', 'Refused0', 'Removed1']);
  await dialog().getByRole('button', { name: 'Upload 2 files' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('textbox').fill('delete 1 document');
  await question.getByRole('button', { name: 'Upload and delete' }).click();
  await expect(page.getByText('Files uploaded successfully!')).toBeVisible({ timeout: 60_000 });
  await expect(dialog()).toBeHidden();

  await page.goto(server.url + consolePaths.datasetArchives(datasetId));
  const row = page.getByRole('row', { name: /Handbook\.zip/ });
  await expect(row.getByText('Completed')).toBeVisible({ timeout: PROCESSING_MS });
  await row.getByRole('button', { name: 'Receipt' }).click();
  const receipt = page.getByRole('dialog', { name: 'What this upload did' });
  await expect(receipt.getByText('4 of 4')).toBeVisible();
  const outcomes = receipt.getByRole('group', { name: 'Outcomes' });
  expect(await outcomes.getByRole('button').allTextContents()).toEqual(planned);

  await page.goto(server.url + consolePaths.datasetDocuments(datasetId, 'HR/Handbook/Travel'));
  await expect(page.getByRole('link', { name: 'trains.md' })).toBeVisible();
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  await expect(page.getByRole('link', { name: 'outside.md' })).toBeVisible();
});

test('files that are dropped on the page are added to the open folder', async () => {
  const datasetId = await fixture.createDataset('Dropped');
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  await expect(page.getByText('No Items')).toBeVisible();
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['# One'], 'one.md'));
    transfer.items.add(new File(['# Two'], 'two.md'));
    return transfer;
  });
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: dropped });
  await expect(page.getByText('Drop to add to the top folder')).toBeVisible();
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
  await dialog().getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(page.getByRole('link', { name: 'one.md' })).toBeVisible({ timeout: PROCESSING_MS });
  await expect(page.getByRole('link', { name: 'two.md' })).toBeVisible();
});

test('what changes nothing is not sent, and a file that changes on the way is read again', async () => {
  const datasetId = await fixture.createDataset('Changing');
  await fixture.fill(datasetId, [{ name: 'note.md', content: '# One' }]);
  const file = path.join(disk, 'note.md');
  writeFileSync(file, '# One');
  await openFolder(datasetId);
  const choose = () => dialog().getByLabel('Files', { exact: true }).setInputFiles(file);
  await choose();
  await expect(dialog().getByText(/There is nothing to upload/)).toBeVisible();

  writeFileSync(file, '# Two');
  await choose();
  const upload = dialog().getByRole('button', { name: 'Upload 1 file' });
  await expect(upload).toBeEnabled();
  writeFileSync(file, '# Another length');
  await upload.click();
  await expect(dialog().getByText(/moved, changed or deleted on your computer/)).toBeVisible();
  await choose();
  await expect(upload).toBeEnabled();
  await upload.click();
  await expect(page.getByText('Files uploaded successfully!')).toBeVisible({ timeout: 60_000 });
});
