import { createHash } from 'node:crypto';

import { archiveReceiptSchema } from '@carrel/shared/contract';
import { NOT_PRESENT, PRESENT_FIELD } from '@carrel/shared/contract/archive-rules';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { buildZip, type TestEntry } from '@carrel/testing/zips/build-zip.ts';
import { unsentEntry } from '@carrel/testing/zips/unsent-entry.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
});
afterAll(() => first.close());

const unsent = (name: string, content: string) =>
  unsentEntry(name, createHash('sha256').update(content).digest('hex'));

async function upload(entries: TestEntry[], query = {}): Promise<string> {
  const response = await fixture.upload(Uint8Array.from(buildZip(entries)), query);
  const { id } = await readJson<{ id: string }>(response);
  await fixture.waitUntilProcessed();
  return id;
}

async function receiptOf(archiveId: string) {
  const path = `/datasets/${fixture.datasetId}/archives/${archiveId}/entries`;
  const receipt = parse(archiveReceiptSchema, await (await fixture.call('GET', path)).json());
  return receipt.entries.map(({ path, outcome, reason }) => [path, outcome, reason ?? null]);
}

const paths = async () => (await fixture.documents()).map(({ path }) => path).sort();

test('a file that was not sent is unchanged where the dataset has its bytes', async () => {
  await fixture.uploadFiles({ 'a.txt': 'Alpha.', 'b.txt': 'Beta.' });
  const before = await fixture.documents();
  const id = await upload([unsent('a.txt', 'Alpha.'), { name: 'c.txt', content: 'Gamma.' }]);
  expect(await receiptOf(id)).toEqual([
    ['a.txt', 'unchanged', null],
    ['c.txt', 'added', null],
  ]);
  const after = await fixture.documents();
  expect(after.find(({ path }) => path === 'a.txt')).toEqual(
    before.find(({ path }) => path === 'a.txt'),
  );
});

test('a file that was not sent is refused where the dataset has other bytes or no such document', async () => {
  await fixture.uploadFiles({ 'a.txt': 'Alpha.' });
  const before = await fixture.documents();
  const id = await upload([unsent('a.txt', 'Other.'), unsent('gone.txt', 'Gone.')]);
  expect(await receiptOf(id)).toEqual([
    ['a.txt', 'refused', NOT_PRESENT],
    ['gone.txt', 'refused', NOT_PRESENT],
  ]);
  expect(await fixture.documents()).toEqual(before);
});

test('a file that was not sent is no orphan', async () => {
  await fixture.uploadFiles({ 'a.txt': 'Alpha.', 'b.txt': 'Beta.' });
  const id = await upload([unsent('a.txt', 'Alpha.')], { delete_orphans: true });
  expect(await receiptOf(id)).toEqual([
    ['a.txt', 'unchanged', null],
    ['b.txt', 'removed', null],
  ]);
  expect(await paths()).toEqual(['a.txt']);
});

test('an extra field of another program with the same id changes nothing', async () => {
  const extra = Buffer.from([PRESENT_FIELD & 0xff, PRESENT_FIELD >> 8, 2, 0, 1, 2]);
  await upload([{ name: 'a.txt', content: 'Alpha.', extra }]);
  expect(await paths()).toEqual(['a.txt']);
});

test('orphans are removed of the folder that is named, and of no other one', async () => {
  await fixture.uploadFiles({
    'top.txt': 'Top.',
    'hr/old.txt': 'Old.',
    'hr/deep/older.txt': 'Older.',
    'hr-archive/kept.txt': 'Kept.',
    'it/kept.txt': 'Kept too.',
  });
  const id = await upload([{ name: 'hr/new.txt', content: 'New.' }], {
    delete_orphans: true,
    folder: 'hr',
  });
  expect(await paths()).toEqual(['hr-archive/kept.txt', 'hr/new.txt', 'it/kept.txt', 'top.txt']);
  expect((await receiptOf(id)).filter(([, outcome]) => outcome === 'removed')).toEqual([
    ['hr/deep/older.txt', 'removed', null],
    ['hr/old.txt', 'removed', null],
  ]);
  const { items } = await fixture.navigate('?path=hr');
  expect(items.map(({ name }) => name)).toEqual(['new.txt']);
});

test('a folder that could not be in an archive is refused', async () => {
  const zip = Uint8Array.from(buildZip([{ name: 'a.txt', content: 'Alpha.' }]));
  const response = await fixture.upload(zip, { delete_orphans: true, folder: '../hr' });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ message: 'folder must be the path of a folder' });
});
