import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
  archiveListSchema,
  documentListSchema,
  resumableUploadListSchema,
} from '@carrel/shared/contract';
import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { parse } from 'valibot';

import { buildZip } from '../support/build-zip.ts';
import { DatasetFixture } from '../support/dataset-fixture.ts';
import { examineScreen } from '../support/examine-screen.ts';
import { expectNoLayoutShifts, recordLayoutShifts } from '../support/layout-shift.ts';
import { personNamed, signUp } from '../support/people.ts';
import { CuttingProxy } from '../support/servers/cutting-proxy.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const MIB = 1024 ** 2;
const PART = 8 * MIB;
const SIZE = 30 * MIB;
const NAME = 'recordings.zip';
/** The zip is checked and made durable first, which is slow on a busy machine. */
const ARRIVAL_MS = 60_000;
const SIZES = [
  { width: 1280, height: 800 },
  { width: 375, height: 812 },
];

let server: ServerProcess;
let proxy: CuttingProxy;
let context: BrowserContext;
let fixture: DatasetFixture;
let folder: string;
let datasetId: string;

test.beforeAll(async ({ browser }) => {
  proxy = await CuttingProxy.start();
  server = await ServerProcess.start({ PUBLIC_URL: proxy.url });
  proxy.passTo(server.url);
  context = await signUp(browser, server, personNamed('Rosalind'));
  fixture = await DatasetFixture.create(context.request, server);
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-parts-'));
  const recording = { name: 'recording.wav', content: Buffer.alloc(SIZE, 'RIFF\u0001WAVE') };
  const notes = ['a', 'b', 'c'].map((name) => ({ name: `${name}.md`, content: `# ${name}` }));
  await writeFile(path.join(folder, NAME), buildZip([...notes, recording]));
  await writeFile(path.join(folder, 'other.zip'), buildZip(notes));
});

test.afterAll(async () => {
  await server.stop();
  await proxy.stop();
  await rm(folder, { recursive: true });
});

test.beforeEach(async () => {
  datasetId = await fixture.createDataset(test.info().title.slice(0, 60));
});

test.afterEach(async () => {
  proxy.mend();
  await Promise.all(context.pages().map((page) => page.close()));
});

const file = (name = NAME) => path.join(folder, name);

async function openUploads(): Promise<Page> {
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(proxy.url + consolePaths.datasetArchives(datasetId));
  await expect(page.getByText('No archives yet')).toBeVisible();
  return page;
}

/** Chooses the file, and presses the button. */
async function upload(page: Page): Promise<void> {
  await page.getByLabel('ZIP file').setInputFiles(file());
  await page.getByRole('button', { name: 'Upload Archive' }).click();
}

/** Collects the offsets of what is sent. */
function offsetsOf(page: Page): number[] {
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  return offsets;
}

const arrival = (page: Page) =>
  expect(page.getByText('Archive uploaded successfully!')).toBeVisible({ timeout: ARRIVAL_MS });

async function read(apiPath: string): Promise<unknown> {
  const headers = { 'X-Organization-Id': fixture.organizationId };
  const response = await context.request.get(`${server.url}/${apiPath}`, { headers });
  expect(response.status()).toBe(200);
  return response.json();
}

const unfinished = async () =>
  parse(resumableUploadListSchema, await read(apiPaths.datasetUploads(datasetId))).uploads;

/** One archive, all of its documents, and nothing unfinished. */
async function expectOneArrival(): Promise<void> {
  const { archives } = parse(archiveListSchema, await read(apiPaths.archives(datasetId)));
  expect(archives.map(({ name }) => name)).toEqual([NAME]);
  expect(await unfinished()).toEqual([]);
  await expect
    .poll(async () => {
      const list = parse(
        documentListSchema,
        await read(apiPaths.documents(datasetId, { limit: 1 })),
      );
      return list.status_counts.total;
    })
    .toBe(4);
}

/** Waits until the server has at least a part, and as much as it will get. */
async function awaitParts(): Promise<number> {
  let received = 0;
  await expect
    .poll(async () => {
      received = (await unfinished())[0]?.received ?? 0;
      return received;
    })
    .toBeGreaterThanOrEqual(PART);
  return received;
}

async function examineInAllLooks(page: Page, name: string, busy = 0): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await examineScreen(page, `${name}-${colorScheme}-${size.width}`, { busy });
    }
  }
}

test('an upload whose connection is cut three times goes on each time, and arrives once', async () => {
  const page = await openUploads();
  const offsets = offsetsOf(page);
  proxy.breakAfter(9 * MIB);
  await upload(page);
  for (let cut = 1; cut <= 3; cut += 1) {
    await expect(page.getByText('Connection lost. Trying again…')).toBeVisible();
    if (cut === 1) await examineInAllLooks(page, 'upload-lost', 1);
    proxy.mend();
    if (cut < 3) proxy.breakAfter(9 * MIB);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => offsets.length).toBe(cut + 1);
  }
  await arrival(page);
  // At most one part is sent again after each cut.
  expect(offsets).toEqual(offsets.map((offset, cut) => Math.max(offset, cut * PART)));
  await expectOneArrival();
});

test('an upload goes on after the page was loaded again, from where it was', async () => {
  const page = await openUploads();
  proxy.holdAfter(18 * MIB);
  await upload(page);
  await expect.poll(async () => (await unfinished())[0]?.received ?? 0).toBe(2 * PART);
  await recordLayoutShifts(page);
  await page.reload();
  proxy.mend();
  const list = page.getByRole('region', { name: 'Unfinished uploads' });
  await expect(
    list.getByText(/^[12]\d\.\d\d MB of 30\.00 MB uploaded, expires in 2\d h$/),
  ).toBeVisible();
  await expect(page.getByRole('list', { name: 'Paused uploads' })).toContainText(NAME);
  await expectNoLayoutShifts(page);
  await page.getByLabel(`The file of ${NAME}`).setInputFiles(file('other.zip'));
  await expect(list.getByRole('alert')).toContainText('other.zip is not the file');
  await examineInAllLooks(page, 'upload-unfinished');
  await page.setViewportSize({ width: 1280, height: 800 });

  const offsets = offsetsOf(page);
  const [waiting] = await unfinished();
  // The server may notice only then that the connection of the earlier page has ended, and keep what came last.
  const asked = page.waitForResponse((response) => response.request().method() === 'HEAD');
  await page.getByLabel(`The file of ${NAME}`).setInputFiles(file());
  const told = Number((await asked).headers()['upload-offset']);
  await arrival(page);
  expect(offsets).toEqual([told]);
  expect(told).toBeGreaterThanOrEqual(waiting?.received ?? Infinity);
  expect(told).toBeGreaterThanOrEqual(2 * PART);
  await expect(list).toBeHidden();
  await expectOneArrival();
});

test('a session that expires in the middle is refreshed, and the upload goes on', async () => {
  const page = await openUploads();
  let refreshes = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith(apiPaths.sessions())) refreshes += 1;
  });
  proxy.breakAfter(9 * MIB);
  await upload(page);
  await expect(page.getByText('Connection lost. Trying again…')).toBeVisible();
  await context.clearCookies({ name: 'carrel_access' });
  proxy.mend();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await arrival(page);
  expect(refreshes).toBe(1);
  await expectOneArrival();
});

test('a second tab leaves an upload to the first, and goes on with it once that is closed', async () => {
  const first = await openUploads();
  proxy.holdAfter(9 * MIB);
  await upload(first);
  await awaitParts();
  const second = await openUploads();
  await expect(second.getByText(/Running in another tab\.$/)).toBeVisible();
  await expect(second.getByRole('button', { name: /^(Continue|Discard)/ })).toHaveCount(0);
  await upload(second);
  await expect(
    second.getByText('This upload is running in another tab. It goes on there.'),
  ).toBeVisible();
  await examineInAllLooks(second, 'upload-elsewhere');
  await second.setViewportSize({ width: 1280, height: 800 });

  const offsets = offsetsOf(second);
  await first.close();
  proxy.mend();
  await second.getByRole('button', { name: 'Upload Archive' }).click();
  await arrival(second);
  expect(offsets[0]).toBeGreaterThanOrEqual(PART);
  await expectOneArrival();
});

test('Cancel deletes what has arrived, and Discard what was left', async () => {
  const page = await openUploads();
  proxy.holdAfter(9 * MIB);
  await upload(page);
  await awaitParts();
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expect.poll(async () => (await unfinished()).length).toBe(0);
  await expect(page.getByRole('button', { name: 'Cancel upload' })).toBeHidden();
  await expect(page.getByText(NAME)).toBeVisible();
  proxy.mend();

  proxy.holdAfter(9 * MIB);
  await page.getByRole('button', { name: 'Upload Archive' }).click();
  await awaitParts();
  await page.reload();
  proxy.mend();
  await page
    .getByRole('navigation', { name: 'Dataset' })
    .getByRole('link', { name: 'Documents' })
    .click();
  await page.getByRole('button', { name: 'Add files' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add files' });
  await expect(dialog.getByText(/uploaded, expires in 2\d h$/)).toBeVisible();
  await examineInAllLooks(page, 'upload-unfinished-dialog');
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole('link', { name: `Continue in Bulk Upload: ${NAME}` }).click();
  await page.getByRole('button', { name: `Discard ${NAME}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard upload' });
  await expect(question).toContainText(NAME);
  await examineInAllLooks(page, 'upload-discard');
  await page.setViewportSize({ width: 1280, height: 800 });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Upload discarded')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Unfinished uploads' })).toBeHidden();
  await expect(page.getByRole('list', { name: 'Paused uploads' })).toBeHidden();
  expect(await unfinished()).toEqual([]);
});
