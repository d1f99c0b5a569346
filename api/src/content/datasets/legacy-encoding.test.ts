import { documentTextSchema, settingsDriftSchema } from '@carrel/shared/contract';
import { encode } from 'iconv-lite';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { readJson } from '@carrel/testing/server-fixture.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { buildZip, type TestEntry } from '@carrel/testing/zips/build-zip.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
afterAll(() => first.close());
beforeEach(async () => {
  fixture = await first.withNewDataset();
});

const path = (rest = '') => `/datasets/${fixture.datasetId}${rest}`;
const change = (json: unknown) => fixture.call('PATCH', path(), json);
const upload = async (entries: TestEntry[]) => {
  await fixture.upload(Uint8Array.from(buildZip(entries)), { purge_on_completion: false });
  await fixture.waitUntilProcessed();
};
const idOf = async (name: string) =>
  (await fixture.documents()).find((document) => document.path === name)?.id ?? '';
const textOf = async (name: string) => {
  const response = await fixture.call('GET', path(`/documents/${await idOf(name)}/text`));
  return parse(documentTextSchema, await response.json()).blocks.map(({ text }) => text);
};
const drift = async () =>
  parse(settingsDriftSchema, await (await fixture.call('GET', path('/settings-drift'))).json());

/** One letter of Latin or of Cyrillic, which no guess tells apart. */
const LETTER: TestEntry[] = [
  { name: 'a.txt', content: encode('Ä', 'windows-1252') },
  { name: 'b.csv', content: encode('x;Ä\ny;Ä', 'windows-1252') },
];

test('texts are read in the encoding that a dataset was created with', async () => {
  const created = await fixture.call('POST', '/datasets', {
    name: 'Old',
    legacy_encoding: 'windows-1251',
  });
  const { id } = await readJson<{ id: string }>(created);
  expect(await readJson(await fixture.call('GET', `/datasets/${id}`))).toMatchObject({
    legacy_encoding: 'windows-1251',
  });
  await change({ legacy_encoding: 'windows-1251' });
  await upload(LETTER);
  expect(await textOf('a.txt')).toEqual(['Д']);
  expect(await textOf('b.csv')).toEqual(['x | Д\ny | Д']);
});

test('documents that it may change are of older settings, and read anew when processed again', async () => {
  await upload([...LETTER, { name: 'broken.pdf', content: '%PDF-1.7 nonsense' }]);
  await change({ legacy_encoding: 'windows-1251' });
  expect(await drift()).toMatchObject({ outdated: 2, reprocessing: 0 });
  expect(await textOf('a.txt')).toEqual(['Ä']);
  await fixture.call('POST', path('/documents/reprocess'), { outdated: true });
  await expect.poll(drift, { timeout: 30_000 }).toMatchObject({ outdated: 0, reprocessing: 0 });
  expect(await textOf('a.txt')).toEqual(['Д']);
  await change({ legacy_encoding: null });
  expect(await drift()).toMatchObject({ outdated: 2, reprocessing: 0 });
});

test('a text that was not kept is read in it too', async () => {
  await change({ legacy_encoding: 'windows-1251' });
  await upload(LETTER);
  await fixture.server.database.query('UPDATE chunks SET document_text = NULL');
  expect(await textOf('a.txt')).toEqual(['Д']);
});

test('an encoding that nobody knows is refused', async () => {
  const response = await change({ legacy_encoding: 'utf-9' });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    issues: [{ path: 'legacy_encoding', message: 'Unknown encoding' }],
  });
});
