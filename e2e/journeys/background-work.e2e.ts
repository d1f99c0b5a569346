import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';

import { DatasetFixture } from '../support/dataset-fixture.ts';
import { PROCESSING_MS } from '../support/journey.ts';
import { personNamed, signUp } from '../support/people.ts';
import { freePort } from '../support/servers/free-port.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const FILES = Array.from({ length: 40 }, (_, n) => ({ name: `${n}.txt`, content: `Note ${n}.` }));

let server: ServerProcess;

test.beforeAll(async () => {
  server = await ServerProcess.start({
    EMBEDDINGS_URL: `http://localhost:${await freePort()}/v1/embeddings`,
    EMBEDDINGS_MODEL: 'away',
    EMBEDDINGS_DIMENSIONS: '8',
  });
});

test.afterAll(() => server.stop());

test('work that waits for a service says so in the header and on its dataset, and is paused and cancelled', async ({
  browser,
}) => {
  const context = await signUp(browser, server, personNamed('Nora'));
  const fixture = await DatasetFixture.create(context.request, server);
  const datasetId = await fixture.createDataset('Field notes');
  expect((await fixture.upload(datasetId, FILES)).status()).toBe(201);
  const page = await context.newPage();
  await page.goto(server.url + consolePaths.datasetDocuments(datasetId));

  await page.getByRole('button', { name: 'Background work: 1' }).click();
  const panel = page.getByRole('dialog', { name: 'Background work' });
  await expect(panel.getByText('Processing documents')).toBeVisible({ timeout: PROCESSING_MS });
  await expect(panel.getByText(/Waiting for the embedding service\..* Next try at /)).toBeVisible({
    timeout: PROCESSING_MS,
  });
  await expect(panel.getByText('0 of 40 documents')).toBeVisible();
  await page.keyboard.press('Escape');
  const note = page.getByRole('list', { name: 'Other work on this dataset' });
  await expect(note.getByText(/Waiting for the embedding service/)).toBeVisible();

  await page.getByRole('button', { name: 'Background work: 1' }).click();
  await panel.getByRole('button', { name: /^Pause / }).click();
  await expect(panel.getByText('Paused')).toBeVisible();
  await panel.getByRole('button', { name: /^Cancel / }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel processing' });
  await question.getByRole('button', { name: 'Cancel processing' }).click();
  await expect(page.getByRole('button', { name: 'Background work', exact: true })).toBeVisible({
    timeout: PROCESSING_MS,
  });
  await expect(note).toBeHidden();
});
