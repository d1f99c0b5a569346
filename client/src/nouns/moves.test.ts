import { afterAll, beforeAll, expect, test } from 'vitest';

import { serveLibrary } from '@carrel/testing/servers/served-library.ts';
import type { ServedLibrary } from '@carrel/testing/servers/served-library.ts';
import { Carrel } from '../carrel.ts';

let library: ServedLibrary;

beforeAll(async () => {
  library = await serveLibrary();
});
afterAll(() => library.close());

/** A client of the Owner. */
const person = () =>
  new Carrel({
    url: library.url,
    organizationId: library.organizationId,
    fetch: (input, init) =>
      fetch(input, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init?.headers)), Cookie: library.cookie },
      }),
  });

test('documents are moved into a folder that was created, by their plan, and back', async () => {
  const carrel = person();
  const datasetId = await library.create('/datasets', { name: 'Moves' });
  await carrel.documents.put(datasetId, 'a.txt', 'Oil every year.');
  const paths = async () => (await carrel.documents.list(datasetId).all()).map(({ path }) => path);
  expect(await carrel.moves.createFolder(datasetId, 'Archive/2025')).toBe('Archive/2025');
  const { id } = await carrel.documents.get(datasetId, { path: 'a.txt' });
  const wanted = { document_ids: [id], to: 'Archive/2025' };
  const plan = await carrel.moves.plan(datasetId, wanted);
  expect(plan).toMatchObject({ documents: 1, taken: 0 });
  const done = await carrel.moves.move(datasetId, { ...wanted, plan: plan.plan });
  expect(done).toMatchObject({ moved: 1, waiting: 0, skipped: 0 });
  expect(await paths()).toEqual(['Archive/2025/a.txt']);
  await carrel.moves.move(datasetId, { folder: 'Archive', to: '', name: 'Old' });
  expect(await paths()).toEqual(['Old/2025/a.txt']);
  // It was moved again.
  expect(await carrel.moves.undo(datasetId, done.move)).toMatchObject({ moved: 0, kept: 1 });
  const key = new Carrel({ url: library.url, apiKey: await library.createKey() });
  await expect(key.moves.move(datasetId, wanted)).rejects.toMatchObject({ status: 403 });
});
