import { archiveReceiptSchema, type ArchiveReceipt } from '@carrel/shared/contract';
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
beforeEach(async () => {
  fixture = await first.withNewDataset();
});
afterAll(() => first.close());

async function receipt(archiveId: string, query = ''): Promise<ArchiveReceipt> {
  const path = `/datasets/${fixture.datasetId}/archives/${archiveId}/entries${query}`;
  return parse(archiveReceiptSchema, await (await fixture.call('GET', path)).json());
}

async function upload(entries: TestEntry[], query = {}): Promise<string> {
  const response = await fixture.upload(Uint8Array.from(buildZip(entries)), query);
  const { id } = await readJson<{ id: string }>(response);
  await fixture.waitUntilProcessed();
  return id;
}

/** All pages of a receipt. */
async function walk(archiveId: string, limit: number, outcome = ''): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | null | undefined = ''; cursor !== undefined && cursor !== null;) {
    const query = `?limit=${limit}&cursor=${cursor}${outcome === '' ? '' : `&outcome=${outcome}`}`;
    const page: ArchiveReceipt = await receipt(archiveId, query);
    seen.push(...page.entries.map((entry) => `${entry.outcome} ${entry.path}`));
    cursor = page.next_cursor;
  }
  return seen;
}

test('the history counts files that were refused, and documents that failed', async () => {
  await upload([
    { name: 'one.txt', content: 'One.' },
    { name: 'two.txt', content: 'Two.' },
    { name: 'song.wav', content: 'RIFF....WAVEfmt ' },
    { name: 'secret.txt', content: 'x', flags: 1 },
  ]);
  const [archive] = await fixture.archives();
  expect(archive).toMatchObject({
    status: 'completed',
    counts: { added: 3, changed: 0, refused: 1, failed: 1 },
  });
});

test('a receipt lists entries of each outcome, with the reason for refused ones', async () => {
  await fixture.uploadFiles({
    'same.txt': 'Same.',
    'a/changed.txt': 'Old.',
    'b/orphan.txt': 'Orphan.',
  });
  const id = await upload(
    [
      { name: 'same.txt', content: 'Same.' },
      { name: 'a/changed.txt', content: 'New.' },
      { name: 'c/added.txt', content: 'Added.' },
      { name: 'locked.txt', content: 'Locked.', flags: 1 },
      { name: '__MACOSX/._same.txt', content: 'junk' },
      { name: 'c/', content: '' },
    ],
    { delete_orphans: true },
  );
  const expected = {
    counts: { added: 1, changed: 1, unchanged: 1, refused: 1, removed: 1, total: 5 },
    entries: [
      { path: 'a/changed.txt', outcome: 'changed', reason: null },
      { path: 'b/orphan.txt', outcome: 'removed', reason: null },
      { path: 'c/added.txt', outcome: 'added', reason: null },
      {
        path: 'locked.txt',
        outcome: 'refused',
        reason: expect.stringMatching(/protected with a password/) as unknown,
      },
      { path: 'same.txt', outcome: 'unchanged' },
    ],
  };
  expect(await receipt(id)).toEqual(expected);
  expect((await receipt(id, '?outcome=refused')).entries).toEqual([expected.entries[3]]);

  // Neither the purge of its bytes nor later archives change it.
  await fixture.uploadFiles({ 'other.txt': 'Other.' }, { delete_orphans: true });
  expect(await receipt(id)).toEqual(expected);
});

test('a receipt of an archive that was only stored is empty', async () => {
  const nothing = {
    counts: { added: 0, changed: 0, unchanged: 0, refused: 0, removed: 0, total: 0 },
    entries: [],
  };
  const stored = await fixture.uploadFiles({ 'a.txt': 'Text.' }, { sync: false });
  expect(await receipt(stored)).toEqual(nothing);
});

test('a receipt is deleted with its archive, and not found in another dataset', async () => {
  const id = await fixture.uploadFiles({ 'a.txt': 'Text.' });
  const path = `/datasets/${fixture.datasetId}/archives/${id}`;
  const other = await first.withNewDataset();
  const elsewhere = `/datasets/${other.datasetId}/archives/${id}/entries`;
  expect((await fixture.call('GET', elsewhere)).status).toBe(404);
  await fixture.call('DELETE', path);
  expect((await fixture.call('GET', `${path}/entries`)).status).toBe(404);
});

test('a receipt of many files, most of them unchanged, lists each once and in order', async () => {
  const files = Array.from({ length: 1300 }, (_, number) => ({
    name: `f${String(number % 7)}/${String(number).padStart(5, '0')}-\u{1F4D6}é.txt`,
    content: '',
    method: 0,
  }));
  await upload(files);
  const id = await upload(
    files.map((file, number) => (number % 100 === 0 ? { ...file, content: 'New.' } : file)),
  );
  expect((await receipt(id)).counts).toEqual({
    added: 0,
    changed: 13,
    unchanged: 1287,
    refused: 0,
    removed: 0,
    total: 1300,
  });
  const all = await walk(id, 500);
  expect(all).toHaveLength(1300);
  const paths = all.map((line) => line.slice(line.indexOf(' ') + 1));
  const sorted = files
    .map(({ name }) => name)
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect(paths).toEqual(sorted);
  const unchanged = await walk(id, 333, 'unchanged');
  expect(unchanged).toEqual(all.filter((line) => line.startsWith('unchanged')));
  expect(await walk(id, 7, 'changed')).toEqual(all.filter((line) => line.startsWith('changed')));
});
