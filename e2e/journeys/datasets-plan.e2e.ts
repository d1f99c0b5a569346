import { readFile } from 'node:fs/promises';

import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

import { PROCESSING_MS } from '../support/journey.ts';
import { buildZip } from '../support/build-zip.ts';
import type { ZipEntry } from '../support/build-zip.ts';
import { DatasetFixture } from '../support/dataset-fixture.ts';
import { personNamed, signUp } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const MAX_ENTRIES = 40;
const nora = personNamed('Nora');
const BEFORE: ZipEntry[] = [
  { name: 'same.md', content: '# The same' },
  { name: 'letters/old.md', content: '# Old' },
  { name: 'letters/gone.md', content: '# Gone' },
  { name: 'letters/locked.md', content: '# Open' },
];
/** One of each kind: unchanged, changed, added, refused for each reason; `gone.md` is missing. */
const AFTER: ZipEntry[] = [
  { name: 'same.md', content: '# The same' },
  { name: 'letters/old.md', content: '# New' },
  { name: 'letters/Über 📚.md', content: '# Seen first' },
  { name: 'letters/locked.md', content: 'secret', encrypted: true },
  { name: 'packed.md', content: 'secret', method: 12 },
  { name: '__MACOSX/._same.md', content: 'left behind' },
  { name: 'letters/', content: '', mode: 0o040755 },
];
const COUNTS = ['Added1', 'Changed1', 'Unchanged1', 'Refused2', 'Removed1'];

/** Each has an entry for which the server rejects the whole archive. */
const REFUSED: Record<string, ZipEntry[]> = {
  'a way out': [{ name: '../out.md', content: 'x' }],
  'an absolute path': [{ name: '/etc/passwd', content: 'x' }],
  'a drive': [{ name: 'C:out.md', content: 'x' }],
  'entries in each other': [
    { name: 'a.md', content: 'x' },
    { name: 'b.md', content: 'y', offset: 0 },
  ],
  'too many entries': Array.from({ length: MAX_ENTRIES + 1 }, (_, number) => ({
    name: `${number}.md`,
    content: 'x',
  })),
  'too much inside': [{ name: 'bomb.md', content: 'x', size: 3 * 1024 ** 2 }],
};

let server: ServerProcess;
let fixture: DatasetFixture;
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start({
    MAX_ENTRIES: String(MAX_ENTRIES),
    MAX_UNPACKED_BYTES: String(2 * 1024 ** 2),
  });
  const context = await signUp(browser, server, nora);
  fixture = await DatasetFixture.create(context.request, server);
  page = await context.newPage();
});

test.afterAll(() => server.stop());

const plan = () => page.getByRole('region', { name: 'What this upload will do' });
const receipt = () => page.getByRole('dialog', { name: 'What this upload did' });
const outcomes = (within: Locator) => within.getByRole('group', { name: 'Outcomes' });
const countsIn = (within: Locator) => outcomes(within).getByRole('button').allTextContents();

async function choose(entries: readonly ZipEntry[]): Promise<void> {
  const file = { name: 'library.zip', mimeType: 'application/zip', buffer: buildZip(entries) };
  await page.locator('input[type=file]').setInputFiles(file);
}

/** Returns every path with its outcome and its reason, as in the table. */
async function tableOf(within: Locator): Promise<string[]> {
  const rows: string[] = [];
  for (const name of ['Added', 'Changed', 'Unchanged', 'Refused', 'Removed']) {
    const filter = outcomes(within).getByRole('button', { name: new RegExp(`^${name}`) });
    if ((await filter.getAttribute('aria-pressed')) !== 'true') await filter.click();
    const badge = within.getByRole('row').nth(1).getByText(name, { exact: true });
    await expect(badge).toBeVisible();
    rows.push(...(await within.getByRole('row').allInnerTexts()).slice(1));
  }
  return rows.sort();
}

test('the plan before an upload and the receipt after it are the same table', async () => {
  const datasetId = await fixture.createDataset('Letters');
  await fixture.fill(datasetId, BEFORE);
  await page.goto(server.url + consolePaths.datasetArchives(datasetId));
  await choose(AFTER);
  await page.getByRole('checkbox', { name: 'Delete orphans' }).check();
  await expect(plan().getByRole('row', { name: /gone\.md/ })).toBeVisible();
  expect(await countsIn(plan())).toEqual(COUNTS);
  const planned = await tableOf(plan());
  expect(planned).toHaveLength(6);

  await page.getByRole('button', { name: 'Upload Archive' }).click();
  const confirm = page.getByRole('alertdialog');
  await confirm.getByRole('textbox').fill('delete 1 document');
  await confirm.getByRole('button', { name: 'Upload and delete' }).click();
  // The zip is checked and made durable first, which is slow on a busy machine.
  await expect(page.getByText('Archive uploaded successfully!')).toBeVisible({ timeout: 60_000 });

  const newest = page.getByRole('row', { name: /Delete orphans/ });
  await expect(newest.getByText(/^1 added, 1 changed, 2 refused/)).toBeVisible({
    timeout: PROCESSING_MS,
  });
  await newest.getByRole('button', { name: 'Receipt' }).click();
  await expect(receipt().getByText('6 of 6')).toBeVisible();
  expect(await countsIn(receipt())).toEqual(COUNTS);
  expect(await tableOf(receipt())).toEqual(planned);
  await expect(page).toHaveURL(/\?receipt=/);
});

test('the plan shows why an archive will be rejected, in the words of the server', async () => {
  const datasetId = await fixture.createDataset('Hostile');
  await page.goto(server.url + consolePaths.datasetArchives(datasetId));
  for (const [what, entries] of Object.entries(REFUSED)) {
    await choose(entries);
    const alert = plan().getByRole('alert');
    await expect(alert, what).toHaveText(/^The archive /);
    const planned = await alert.innerText();
    await expect(page.getByRole('button', { name: 'Upload Archive' }), what).toBeDisabled();
    const response = await fixture.upload(datasetId, entries);
    expect(response.status(), what).toBe(422);
    expect(((await response.json()) as { message: string }).message, what).toBe(planned);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(plan()).toBeHidden();
  }
  await expect(page.getByText('No archives yet')).toBeVisible();
});

test('an archive that was only stored is downloaded, and added to its dataset later', async () => {
  const datasetId = await fixture.createDataset('Stored');
  const zip = buildZip(BEFORE);
  await page.goto(`${server.url}${consolePaths.datasetArchives(datasetId)}`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'stored.zip', mimeType: 'application/zip', buffer: zip });
  await page.getByRole('checkbox', { name: 'Sync' }).uncheck();
  await page.getByRole('button', { name: 'Upload Archive' }).click();
  await expect(page.getByText('stored.zip is stored.')).toBeVisible({ timeout: 60_000 });
  const row = page.getByRole('row', { name: /stored\.zip/ });
  await expect(row.getByText('Stored', { exact: true })).toBeVisible();
  const started = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Download' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('stored.zip');
  expect((await readFile(await download.path())).equals(zip)).toBe(true);
  await row.getByRole('button', { name: 'Add to dataset' }).click();
  await expect(page.getByText('"stored.zip" is being added to the dataset')).toBeVisible();
  await expect(row.getByText('Completed')).toBeVisible({ timeout: PROCESSING_MS });
  // It was to be purged once that is done.
  await expect(row.getByRole('button', { name: 'Download' })).toBeHidden({
    timeout: PROCESSING_MS,
  });
  await page.goto(`${server.url}${consolePaths.datasetDocuments(datasetId)}`);
  await expect(page.getByRole('link', { name: 'same.md' })).toBeVisible();
});
