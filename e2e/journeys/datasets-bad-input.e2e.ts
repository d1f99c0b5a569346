import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { buildZip } from '../support/build-zip.ts';
import { DatasetFixture } from '../support/dataset-fixture.ts';
import { personNamed, signUp } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const badger = personNamed('Badger');
const UPLOADS = '**/api/v1/datasets/*/archives?*';
const ZIP = {
  name: 'مكتبة 📚 <img src=x onerror=alert(3)>.zip',
  mimeType: 'application/zip',
  buffer: buildZip([{ name: 'notes.md', content: '# Notes' }]),
};

let server: ServerProcess;
let fixture: DatasetFixture;
let page: Page;
let folder: string;
/** Alerts of injected scripts. */
const alerts: string[] = [];

test.beforeAll(async ({ browser }) => {
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-bad-input-'));
  server = await ServerProcess.start();
  const context = await signUp(browser, server, badger);
  fixture = await DatasetFixture.create(context.request, server);
  page = await context.newPage();
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
});

test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** The screens of things with names: path, button, the form's button, and noun. */
const FORMS = [
  [consolePaths.datasets(), 'Create Dataset', 'Create dataset', 'Dataset'],
  [consolePaths.workspaces(), 'Create Workspace', 'Create Workspace', 'Workspace'],
] as const;
const NAMES = [
  'n'.repeat(100),
  '📚👩‍🔬🏳️‍🌈 books',
  'دفتر اليوميات 1890',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
];

for (const [address, open, submit, noun] of FORMS) {
  test(`a ${noun.toLowerCase()} can have any name of up to 100 characters`, async () => {
    await page.goto(server.url + address);
    const dialog = page.getByRole('dialog');
    for (const name of NAMES) {
      await button(open).first().click();
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByRole('button', { name: submit }).click();
      await expect(page.getByRole('link', { name, exact: true }), name).toBeVisible();
      await expect(dialog).toBeHidden();
    }
    await button(open).first().click();
    await dialog.getByLabel('Name').fill('n'.repeat(101));
    await dialog.getByRole('button', { name: submit }).click();
    await expect(dialog.getByText(`${noun} name must be less than 100 characters`)).toBeVisible();
    await dialog.getByLabel('Name').press('Backspace');
    await expect(dialog.getByText(/must be less than/)).toBeHidden();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(alerts).toEqual([]);
  });
}

test('metadata that is no JSON object stays in its form, and is sent once it is one', async () => {
  await page.goto(server.url + consolePaths.datasets());
  await button('Create Dataset').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Advanced', { exact: true }).click();
  const metadata = dialog.getByLabel('Metadata parameters');
  await dialog.getByLabel('Name').fill('Measured');
  for (const [text, message] of [
    ['[1, 2]', 'Metadata parameters must be a JSON object'],
    ['42', 'Metadata parameters must be a JSON object'],
    ['{\n  "team": ops\n}', 'Invalid JSON format for metadata parameters'],
    [
      JSON.stringify({ text: 'x'.repeat(1024 * 1024) }),
      'Metadata parameters must be less than 100000 characters',
    ],
  ] as const) {
    await metadata.fill(text);
    await dialog.getByRole('button', { name: 'Create dataset' }).click();
    await expect(dialog.getByText(message)).toBeVisible();
  }
  await metadata.fill('');
  await dialog.getByRole('button', { name: 'Create dataset' }).click();
  await expect(page.getByText('Dataset created successfully!')).toBeVisible();
});

async function openUpload(name: string): Promise<void> {
  const datasetId = await fixture.createDataset(name);
  await page.goto(server.url + consolePaths.datasetArchives(datasetId));
}

/** The zip is checked and made durable first, which is slow on a busy machine. */
async function expectUploaded(): Promise<void> {
  const toast = page.getByText('Archive uploaded successfully!');
  await expect(toast).toBeVisible({ timeout: 60_000 });
}

/** The file is still chosen, and one click uploads it. */
async function expectRetry(name: string): Promise<void> {
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await button('Try again').click();
  await expectUploaded();
  await expect(page.getByRole('row', { name: new RegExp(RegExp.escape(name)) })).toBeVisible();
}

test('a file that is no zip is rejected with a reason, and stays chosen', async () => {
  await openUpload('None');
  const file = { name: 'letter.zip', mimeType: 'application/zip', buffer: Buffer.from('Dear Ada') };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText(/could not be looked into here/)).toBeVisible();
  await button('Upload Archive').click();
  await expect(page.getByText('Reason: This file is not a zip archive.')).toBeVisible();
  await expect(page.getByText('It is still chosen.')).toBeVisible();
  await expect(button('Try again')).toBeEnabled();
});

const FAILURES: Record<
  string,
  [response: { status: number; json: object } | 'lost', text: string]
> = {
  'a full disk': [
    { status: 507, json: { message: 'The disk is full. Nothing was stored.' } },
    'The disk is full. Nothing was stored.',
  ],
  'a lost network': ['lost', 'Upload failed'],
  'an invalid response': [{ status: 201, json: [] }, 'Failed to parse response'],
};

for (const [what, [response, text]] of Object.entries(FAILURES)) {
  test(`after ${what} the file is still chosen, and one click sends it again`, async () => {
    await openUpload(what);
    await page.route(
      UPLOADS,
      (route) =>
        response === 'lost' ? route.abort('internetdisconnected') : route.fulfill(response),
      { times: 1 },
    );
    await page.locator('input[type=file]').setInputFiles(ZIP);
    await button('Upload Archive').click();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(page.getByText(`Reason: ${text}`)).toBeVisible();
    await expectRetry(ZIP.name);
    expect(alerts).toEqual([]);
  });
}

test('a session that expires during an upload is refreshed, and the upload succeeds', async () => {
  await openUpload('Renewed');
  let sent = 0;
  await page.route(UPLOADS, (route) => {
    sent += 1;
    return sent === 1
      ? route.fulfill({ status: 401, json: { message: 'Not signed in' } })
      : route.continue();
  });
  await page.locator('input[type=file]').setInputFiles(ZIP);
  await button('Upload Archive').click();
  await expectUploaded();
  expect(sent).toBe(2);
  await page.unroute(UPLOADS);
});

test('a file that changes during its upload fails with a reason, and can be uploaded again', async () => {
  await openUpload('Vanishing');
  const file = path.join(folder, 'vanishing.zip');
  const bytes = buildZip([{ name: 'long.txt', content: 'x'.repeat(24 * 1024 ** 2) }]);
  await writeFile(file, bytes);
  // So slow that the file can change during the upload.
  const network = await page.context().newCDPSession(page);
  const speed = { offline: false, latency: 0, downloadThroughput: -1 };
  await network.send('Network.emulateNetworkConditions', {
    ...speed,
    uploadThroughput: 1024 ** 2,
  });
  await page.locator('input[type=file]').setInputFiles(file);
  const sending = page.waitForRequest((request) => request.method() === 'PATCH');
  await button('Upload Archive').click();
  await sending;
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await truncate(file, 100);
  await expect(page.getByText('Upload failed')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/moved, changed or deleted on your computer/)).toBeVisible();
  await expect(page.getByText('vanishing.zip', { exact: true })).toBeVisible();
  await network.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: -1 });
  await writeFile(file, bytes);
  await page.locator('input[type=file]').setInputFiles(file);
  await button('Upload Archive').click();
  await expectUploaded();
});
