import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { serveLibrary } from '@carrel/testing/servers/served-library.ts';
import type { ServedLibrary } from '@carrel/testing/servers/served-library.ts';
import { Carrel } from '../carrel.ts';

const WAIT = { timeout: 30_000 };

let library: ServedLibrary;
let folder: string;
let person: Carrel;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-source-'));
  library = await serveLibrary({ SOURCE_FOLDERS: folder });
  person = new Carrel({
    url: library.url,
    organizationId: library.organizationId,
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...(init?.headers as object), Cookie: library.cookie } }),
  });
});
afterAll(async () => {
  await library.close();
  await rm(folder, { recursive: true });
});

test('a person tries, adds, runs, changes and deletes a source', async () => {
  const { sources } = person;
  const datasetId = await library.create('/datasets', { name: 'Followed' });
  await writeFile(path.join(folder, 'a.txt'), 'Oil every year.');
  const place = { kind: 'folder', path: folder } as const;
  expect(await sources.test(datasetId, { place })).toEqual({
    objects: [{ path: 'a.txt', size: 15 }],
    is_more: false,
  });
  const { id } = await sources.create(datasetId, { name: 'Share', place });
  const stateOf = async () => (await sources.get(datasetId, id)).run?.state;
  await expect.poll(stateOf, WAIT).toBe('waiting');
  const planned = await sources.objects(datasetId, id, 'added').all();
  expect(planned.map((object) => object.path)).toEqual(['a.txt']);
  await sources.approve(datasetId, id);
  await expect.poll(stateOf, WAIT).toBe('completed');
  await expect(sources.approve(datasetId, id)).rejects.toMatchObject({ status: 409 });
  await expect(sources.cancel(datasetId, id)).rejects.toMatchObject({ status: 409 });

  await sources.update(datasetId, id, { name: 'Share of all' });
  const list = await sources.list(datasetId);
  expect(list.kinds).toContain('folder');
  expect(list.sources.map(({ name, objects }) => ({ name, objects }))).toEqual([
    { name: 'Share of all', objects: 1 },
  ]);

  const run = await sources.start(datasetId, id, { everything: true });
  await expect.poll(stateOf, WAIT).toBe('completed');
  const runs = await sources.runs(datasetId, id).all();
  expect(runs.map(({ number }) => number)).toEqual([2, 1]);
  expect(runs[0]?.id).toBe(run.id);

  await sources.delete(datasetId, id);
  await expect(sources.get(datasetId, id)).rejects.toMatchObject({ status: 404 });
});

test('keys have no sources', async () => {
  const datasetId = await library.create('/datasets', { name: 'For people' });
  const key = new Carrel({ url: library.url, apiKey: await library.createKey() });
  await expect(key.sources.list(datasetId)).rejects.toMatchObject({ status: 403 });
});
