import { consolePaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { startEmbeddingService, vectorsFor } from '@carrel/testing/faults/embedding-service.ts';
import type { TestEmbeddingService } from '@carrel/testing/faults/embedding-service.ts';
import { DatasetFixture } from '../../support/dataset-fixture.ts';
import { examineScreen } from '../../support/examine-screen.ts';
import { personNamed, signUp } from '../../support/people.ts';
import { ServerProcess } from '../../support/servers/server.ts';
import { test } from '../../support/test.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 375, height: 812 },
];
const READY = {
  name: 'bge-small-en-v1.5',
  runs: 'here',
  host: null,
  dimensions: 384,
  state: 'ready',
  loaded: null,
  reason: null,
  since: null,
  next_try: null,
  texts_per_second: 42.7,
};
const LONG = 'sentence-transformers/'.repeat(6);

let embeddings: TestEmbeddingService;
let isAway = false;
let server: ServerProcess;
let page: Page;
let fixture: DatasetFixture;
let datasetId: string;

test.beforeAll(async ({ browser }) => {
  embeddings = await startEmbeddingService(({ texts }) =>
    isAway ? { status: 503, body: {} } : { status: 200, body: vectorsFor(texts) },
  );
  server = await ServerProcess.start({ EMBEDDINGS_URL: embeddings.url, EMBEDDINGS_MODEL: 'small' });
  const context = await signUp(browser, server, personNamed('Ottilie'));
  page = await context.newPage();
  fixture = await DatasetFixture.create(page.request, server, 'Observatory');
  datasetId = await fixture.createDataset('Letters');
  await fixture.fill(datasetId, [{ name: 'dome.md', content: '# The dome\n\nIt turns at night.' }]);
});

test.afterAll(async () => {
  await server.stop();
  embeddings.stop();
});

const openModels = () =>
  page.goto(server.url + consolePaths.organizationModels(fixture.organizationId));
const rowOf = (title: string) =>
  page.getByRole('list', { name: 'Models' }).getByRole('listitem').filter({ hasText: title });

test('an Owner sees the models and the vectors of datasets, and tests a model', async () => {
  await openModels();
  const row = rowOf('Search by meaning');
  await expect(row.getByText('Ready')).toBeVisible();
  await expect(row.getByText(`${new URL(embeddings.url).host} · 3 dimensions`)).toBeVisible();
  await expect(rowOf('Answers').getByText('Not set')).toBeVisible();
  await expect(page.getByText('1 chunk has a vector')).toBeVisible();
  await row.getByRole('button', { name: 'Test search by meaning' }).click();
  await expect(row.getByText(/^Answered in \d+ ms$/)).toBeVisible();
  isAway = true;
  await row.getByRole('button', { name: 'Test search by meaning' }).click();
  await expect(row.getByText(/^The embedding service is not available/)).toBeVisible();
  isAway = false;
  await page.getByRole('link', { name: 'Letters' }).last().click();
  await expect(page).toHaveURL(server.url + consolePaths.datasetDocuments(datasetId));
});

test('models in all states are accessible in both themes, wide and narrow', async () => {
  const models = {
    embeddings: {
      ...READY,
      state: 'loading',
      loaded: { bytes: 12 * 1024 ** 2, total: 34 * 1024 ** 2 },
    },
    rerank: {
      ...READY,
      name: LONG,
      runs: 'service',
      host: `${'rerank.'.repeat(9)}example.com:8443`,
      state: 'unavailable',
      reason: 'The reranking service is not available (status 503).',
      since: new Date(Date.now() - 120_000).toISOString(),
      next_try: new Date(Date.now() + 60_000).toISOString(),
    },
    chat: { ...READY, name: 'gpt-oss-120b', runs: 'service', host: 'chat.example.com' },
    datasets: ['Handbook', LONG, 'Wiki', 'Empty'].map((name, at) => ({
      id: datasetId.slice(0, -1) + String(at),
      name,
      chunks: [34_683, 120, 1200, null][at],
      vectors: [11_206, 60, 1200, null][at],
      waiting: at === 1 ? 12 : 0,
      state: ['building', 'building', 'ready', 'none'][at],
      seconds_left: at === 0 ? 1174 : null,
    })),
  };
  await page.route('**/api/v1/organizations/*/models', (route) => route.fulfill({ json: models }));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await openModels();
      await expect(page.getByText(/about 20 min left/)).toBeVisible();
      await examineScreen(page, `models-${colorScheme}-${size.width}`);
    }
  }
});

test('a search of a server without a model leads an Owner to the models', async ({ browser }) => {
  const plain = await ServerProcess.start();
  const context = await signUp(browser, plain, personNamed('Ada'));
  const other = await context.newPage();
  const library = await DatasetFixture.create(other.request, plain, 'Library');
  const id = await library.createDataset('Letters');
  await library.fill(id, [{ name: 'dome.md', content: '# The dome\n\nIt turns at night.' }]);
  for (const size of SIZES.toReversed()) {
    await other.setViewportSize(size);
    await other.goto(plain.url + consolePaths.datasetSearch(id, 'dome'));
    await expect(other.getByText(/^Words only\. An embedding model/)).toBeVisible();
    await examineScreen(other, `words-only-${size.width}`);
  }
  await other.getByRole('link', { name: 'Models' }).click();
  await expect(other.getByRole('heading', { name: 'Models', exact: true })).toBeVisible();
  await expect(other.getByText('Not set')).toHaveCount(3);
  await examineScreen(other, 'models-not-set');
  await plain.stop();
});
