import { afterAll, beforeAll, expect, test } from 'vitest';

import { serveLibrary } from '@carrel/testing/servers/served-library.ts';
import type { ServedLibrary } from '@carrel/testing/servers/served-library.ts';
import { Carrel } from '../carrel.ts';

let library: ServedLibrary;

beforeAll(async () => {
  library = await serveLibrary();
});
afterAll(() => library.close());

test('versions of a document are listed, read, compared, restored and deleted', async () => {
  const carrel = new Carrel({ url: library.url, apiKey: await library.createKey() });
  const datasetId = await library.create('/datasets', { name: 'Versions' });
  const processed = () =>
    expect
      .poll(async () => (await carrel.archives.progress(datasetId)).dataset.waiting, {
        timeout: 30_000,
      })
      .toBe(0);
  for (const text of ['Oil every year.', 'Oil every month.']) {
    await carrel.documents.put(datasetId, 'f/a b.txt', text);
    await processed();
  }
  const document = { path: 'f/a b.txt' };
  const list = await carrel.versions.list(datasetId, document);
  expect(list.map(({ number }) => number)).toEqual([2, 1]);
  const blocks = await carrel.versions.text(datasetId, document, 1).all();
  expect(blocks.map(({ text }) => text)).toEqual(['Oil every year.']);
  const download = await carrel.versions.download(datasetId, document, 1);
  expect(new TextDecoder().decode(await download.bytes())).toBe('Oil every year.');
  const { changes, to } = await carrel.versions.compare(datasetId, document, { from: 1 });
  expect({ changes, to }).toEqual({ changes: 1, to: 2 });
  const { id } = await carrel.documents.get(datasetId, document);
  const restored = await carrel.versions.restore(datasetId, id, 1);
  expect(restored.outcome).toBe('restored');
  await expect.poll(() => carrel.versions.list(datasetId, id), { timeout: 30_000 }).toHaveLength(3);
  await carrel.versions.delete(datasetId, document, 1);
  await expect(carrel.versions.delete(datasetId, id, 1)).rejects.toMatchObject({ status: 404 });
  await expect(carrel.versions.delete(datasetId, id, 3)).rejects.toMatchObject({ status: 409 });
  const left = await carrel.versions.list(datasetId, id);
  expect(left.map(({ number }) => number)).toEqual([3, 2]);
});
