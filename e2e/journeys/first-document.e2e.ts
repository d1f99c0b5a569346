import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { documentListSchema } from '@carrel/shared/contract';
import type { Document } from '@carrel/shared/contract';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import {
  PROCESSING_MS,
  ada,
  createDataset,
  createOrganization,
  openDataset,
  TEAM_LIBRARY,
  register,
  signIn,
} from '../support/journey.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

let server: ServerProcess;

test.beforeAll(async () => {
  server = await ServerProcess.start();
});

test.afterAll(() => server.stop());

/** The documents of the corpus that end in an error, with the reasons. */
const REFUSED: Record<string, RegExp> = {
  'Legal/Memos/password.pdf': /password/i,
  'Media/CantinaBand3.wav': /text/i,
};

const IN_PROGRESS = new Set(['ingested', 'partitioned', 'chunked']);

async function listDocuments(page: Page, datasetId: string): Promise<Document[]> {
  const organizationId = await page.evaluate(() =>
    localStorage.getItem('last-selected-organization-id'),
  );
  const response = await page.request.get(
    `${server.url}/${apiPaths.documents(datasetId, { limit: 200 })}`,
    { headers: { 'X-Organization-Id': organizationId ?? '' } },
  );
  const { parse } = await import('valibot');
  return parse(documentListSchema, await response.json()).documents;
}

async function upload(page: Page): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(TEAM_LIBRARY);
  await page.getByRole('button', { name: 'Upload Archive' }).click();
  await expect(page.getByText('Archive uploaded successfully!')).toBeVisible();
  await expect(page.getByText('team-library.zip').first()).toBeVisible();
}

test('a user registers, fills a dataset, and sees its documents become Ready', async ({ page }) => {
  await register(page, server, ada);
  await signIn(page, server, ada);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await createOrganization(page, 'Analytical Engines');
  await createDataset(page, 'Team library');

  await openDataset(page, 'Team library');
  await expect(page.getByText('This folder is empty.')).toBeVisible();
  const datasetId = /datasets\/([0-9a-f-]+)\//.exec(page.url())?.[1] ?? '';
  await page.goto(server.url + consolePaths.datasetArchives(datasetId));
  await upload(page);

  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));
  await expect(page.getByText('Legal', { exact: true })).toBeVisible({ timeout: PROCESSING_MS });
  await expect
    .poll(
      async () => {
        const documents = await listDocuments(page, datasetId);
        return documents.length > 0 && documents.every(({ status }) => !IN_PROGRESS.has(status));
      },
      { timeout: PROCESSING_MS },
    )
    .toBe(true);

  const documents = await listDocuments(page, datasetId);
  expect(documents).toHaveLength(22);
  for (const { path, status, error } of documents) {
    const reason = REFUSED[path];
    expect(status, path).toBe(reason === undefined ? 'embedded' : 'partitioning_error');
    if (reason !== undefined) expect(error, path).toMatch(reason);
  }

  await page.getByText('Legal', { exact: true }).click();
  await page.getByText('Memos', { exact: true }).click();
  await expect(page).toHaveURL(/path=Legal%2FMemos/);
  await expect(page.getByText('fake-memo.pdf')).toBeVisible();
  await expect(page.getByText('Ready').first()).toBeVisible();
  await expect(page.getByText('Partition Error').first()).toBeVisible();
  await page.getByText('fake-memo.pdf').click();
  await expect(page.getByText('Document: fake-memo.pdf')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'fake-memo.pdf', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/path=Legal%2FMemos$/);
  await page.goBack();
  await expect(page).toHaveURL(/path=Legal$/);
});
