import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type * as Client from '@carrel/client';
import { apiPaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import { packClient } from '@carrel/scripts/release/pack-client.ts';
import { DatasetFixture } from '../support/dataset-fixture.ts';
import { buildZip } from '../support/build-zip.ts';
import { personNamed, signUp } from '../support/people.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const VALIBOT = path.resolve(import.meta.dirname, '../node_modules/valibot/dist/index.mjs');
const BYTES = 9 * 1024 * 1024;

/** A page with the package as it is published, without a bundler. */
const HTML = `<!doctype html>
  <script type="importmap">
    {"imports": {"@carrel/client": "/package/client/src/public.js", "valibot": "/package/valibot"}}
  </script>
  <script type="module">
    window.client = await import('@carrel/client');
  </script>`;

let server: ServerProcess;
let folder: string;
let apiKey: string;
let datasetId: string;

test.beforeAll(async ({ browser }) => {
  server = await ServerProcess.start();
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-package-'));
  await packClient(folder);
  const { request } = await signUp(browser, server, personNamed('Ida'));
  const fixture = await DatasetFixture.create(request, server);
  datasetId = await fixture.createDataset('Handbook');
  const created = await request.post(`${server.url}/${apiPaths.apiKeys(fixture.organizationId)}`, {
    data: { name: 'Page', scopes: ['search', 'documents:read', 'documents:write'] },
  });
  ({ key: apiKey } = (await created.json()) as { key: string });
});

test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

async function openPage(page: Page): Promise<void> {
  await page.route('**/package/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = pathname.slice('/package/'.length);
    const body = await readFile(file === 'valibot' ? VALIBOT : path.join(folder, file), 'utf8');
    await route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.route('**/page', (route) => route.fulfill({ contentType: 'text/html', body: HTML }));
  await page.goto(`${server.url}/page`);
  await page.waitForFunction(() => 'client' in window);
}

test('a page uploads a large file in parts, waits for its documents, and searches them', async ({
  page,
}) => {
  await openPage(page);
  const zip = buildZip([
    { name: 'warranty.txt', content: 'The warranty lasts two years.' },
    { name: 'large.bin', content: Buffer.alloc(BYTES, 'bytes') },
  ]);
  const methods: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/uploads')) methods.push(request.method());
  });
  const done = await page.evaluate(
    async ([key, dataset, base64]) => {
      const { Carrel, isHttpError } = (window as unknown as { client: typeof Client }).client;
      const carrel = new Carrel({ url: location.origin, apiKey: key });
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const file = new File([bytes], 'library.zip');
      const sent: number[] = [];
      const { id } = await carrel.uploads.archive(dataset, file, {
        onProgress: (progress) => sent.push(progress.sent),
      });
      const archive = await carrel.uploads.waitUntilReady(dataset, id);
      const { results } = await carrel.search.dataset(dataset, 'warranty');
      const download = await carrel.documents.download(dataset, { path: 'warranty.txt' });
      const failure: unknown = await carrel.datasets.get('none').catch((error: unknown) => error);
      return {
        name: archive.name,
        counts: archive.counts,
        isProgressing: sent.length === 3,
        found: results.map(({ document }) => document.path),
        text: new TextDecoder().decode(await download.bytes()),
        is404: isHttpError(failure, 404),
      };
    },
    [apiKey, datasetId, zip.toString('base64')] as const,
  );
  expect(done).toEqual({
    name: 'library.zip',
    counts: expect.objectContaining({ added: 2, refused: 0 }) as unknown,
    isProgressing: true,
    found: ['warranty.txt'],
    text: 'The warranty lasts two years.',
    is404: true,
  });
  expect(methods).toEqual(['GET', 'POST', 'HEAD', 'PATCH', 'PATCH']);
});
