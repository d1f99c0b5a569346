import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

import type { ZipEntry } from '../support/build-zip.ts';
import { DatasetFixture } from '../support/dataset-fixture.ts';
import { PROCESSING_MS } from '../support/journey.ts';
import { personNamed, signUp } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

/** So many that there is time to do something with them. */
const MANY = 3000;
const FILES: ZipEntry[] = Array.from({ length: MANY }, (_, n) => ({
  name: `${n}.txt`,
  content: `Note ${n}.`,
}));

let server: ServerProcess;
let fixture: DatasetFixture;
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  const context = await signUp(browser, server, personNamed('Nora'));
  fixture = await DatasetFixture.create(context.request, server);
  page = await context.newPage();
});

test.afterAll(() => server.stop());

const row = (): Locator => page.getByRole('row').filter({ hasText: '.zip' });
const action = (name: string) => row().getByRole('button', { name, exact: true });
/** Some may be ready already. */
const ALL_MERGED = /^(?:[\d,]+ of )?3,000 waiting$/;
const stages = () => page.getByRole('figure', { name: 'Documents by stage' });

async function uploadMany(): Promise<string> {
  const datasetId = await fixture.createDataset('Field notes');
  await page.goto(server.url + consolePaths.datasetArchives(datasetId));
  expect((await fixture.upload(datasetId, FILES)).status()).toBe(201);
  return datasetId;
}

test('P4: an archive that is paused stays so over a reload and a crash, and is completed once it is resumed', async () => {
  const datasetId = await uploadMany();
  await action('Pause').click();
  await expect(row().getByText('Paused')).toBeVisible();
  await expect(row().getByText(ALL_MERGED)).toBeVisible({ timeout: PROCESSING_MS });

  await server.kill();
  await server.run();
  await page.reload();
  await expect(row().getByText('Paused')).toBeVisible();
  await expect(row().getByText(ALL_MERGED)).toBeVisible({ timeout: PROCESSING_MS });
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  await expect(page.getByText(/^[\d,]+ paused$/)).toBeVisible();

  await page.goto(server.url + consolePaths.datasetArchives(datasetId));
  await action('Resume').click();
  await expect(row().getByText('Completed')).toBeVisible({ timeout: PROCESSING_MS });
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  await expect(stages()).toContainText('Ready3,000');
});

test('the files of a cancelled archive that are not ready can be retried', async () => {
  const datasetId = await uploadMany();
  // It could be done before it is cancelled.
  await action('Pause').click();
  await expect(row().getByText(ALL_MERGED)).toBeVisible({ timeout: PROCESSING_MS });
  await action('Cancel').click();
  const dialog = page.getByRole('alertdialog', { name: 'Cancel processing' });
  await expect(dialog).toContainText('Files that are ready stay.');
  await dialog.getByRole('button', { name: 'Cancel processing' }).click();
  await expect(row().getByText('Cancelled')).toBeVisible({ timeout: PROCESSING_MS });
  await expect(action('Pause')).toBeHidden();

  await page.goto(`${server.url}${consolePaths.datasetDocuments(datasetId)}?show=failed`);
  await expect(page.getByText('Cancelled. Retry to process it.').first()).toBeVisible();
  await page.getByRole('button', { name: /^Retry all failed/ }).click();
  await expect(stages()).toContainText('Errors0', { timeout: PROCESSING_MS });
  await expect(stages()).toContainText(/Processing0Ingested0/, { timeout: PROCESSING_MS });
});
