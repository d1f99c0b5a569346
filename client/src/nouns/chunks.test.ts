import { afterAll, beforeAll, expect, test } from 'vitest';

import { serveLibrary } from '@carrel/testing/servers/served-library.ts';
import type { ServedLibrary } from '@carrel/testing/servers/served-library.ts';
import { Carrel } from '../carrel.ts';

let library: ServedLibrary;

beforeAll(async () => {
  library = await serveLibrary();
});
afterAll(() => library.close());

test('chunks are split and joined, and a change of a passage that is gone is applied or discarded', async () => {
  const carrel = new Carrel({ url: library.url, apiKey: await library.createKey() });
  const datasetId = await library.create('/datasets', { name: 'Chunks' });
  const put = async (text: string) => {
    await carrel.documents.put(datasetId, 'a.txt', text);
    await expect
      .poll(async () => (await carrel.archives.progress(datasetId)).dataset.waiting, {
        timeout: 30_000,
      })
      .toBe(0);
    return (await carrel.documents.get(datasetId, { path: 'a.txt' })).id;
  };
  const documentId = await put('Oil every year. Valves are closed at night.');
  const first = { datasetId, documentId, number: 0 };
  const split = await carrel.chunks.split(first, 'Oil every year. '.length);
  expect(split.chunks.map(({ text }) => text)).toEqual([
    'Oil every year.',
    'Valves are closed at night.',
  ]);
  const joined = await carrel.chunks.join(
    { ...first, etag: split.chunks[0]?.etag ?? '' },
    split.chunks[1]?.etag ?? '',
  );
  expect(joined.total).toBe(1);
  const read = await carrel.documents.chunks(datasetId, { path: 'a.txt' }, { etags: true }).all();
  expect(read.map(({ etag }) => etag)).toEqual(joined.chunks.map(({ etag }) => etag));

  await carrel.chunks.change(first, { text: 'Oil every month.' });
  await put('Something new.');
  const [lost] = await carrel.chunks.changes(datasetId, documentId);
  const etag = (await carrel.chunks.change(first, { keywords: ['new'] })).chunks[0]?.etag ?? '';
  const { chunks } = await carrel.chunks.apply(lost?.id ?? '', { ...first, etag });
  expect(chunks.map(({ text }) => text)).toEqual(['Oil every month.']);

  await put('Another text.');
  const [gone] = await carrel.chunks.changes(datasetId, documentId);
  await carrel.chunks.discard(datasetId, documentId, gone?.id ?? '');
  expect(await carrel.chunks.changes(datasetId, documentId)).toEqual([]);
});
