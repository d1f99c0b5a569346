import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { openFolderStorage } from '../../../platform/storage/folder/folder-storage.ts';
import { createLog } from '../../../platform/log.ts';
import type { ClaimedDocument } from '../../rows/claimed-document.ts';
import { batchesOf, processBatch } from './process-batch.ts';
import { WorkerFailure } from '../../../platform/workers/worker-failure.ts';
import type { WorkerPool } from '../../../extraction/workers/worker-pool.ts';

const ARCHIVE = randomUUID();

function documentOf(name: string, size: number, more: Partial<ClaimedDocument> = {}) {
  return {
    id: randomUUID(),
    organizationId: ARCHIVE,
    attempt: randomUUID(),
    status: 'ingested',
    datasetId: ARCHIVE,
    path: name,
    name,
    language: undefined,
    archiveId: ARCHIVE,
    bytesKey: ARCHIVE,
    location: { dataOffset: 0, compressedSize: size, size, method: 0, crc32: 0 },
    chunking: { settings: { size: 1200, overlap: 150 }, metadata: {} },
    settingsHash: '',
    share: 1,
    attempts: 1,
    ...more,
  } satisfies ClaimedDocument;
}

const names = (documents: readonly ClaimedDocument[]) => documents.map(({ name }) => name);

test('small documents of one stored file share a batch, others are processed alone', () => {
  const { batches, alone } = batchesOf([
    documentOf('small', 1000),
    documentOf('large', 1_000_000),
    documentOf('split already', 1000, { status: 'chunked' }),
    documentOf('bytes gone', 1000, { bytesKey: undefined }),
    documentOf('small too', 1000),
    documentOf('of another file', 1000, { bytesKey: randomUUID() }),
    documentOf('fills the batch', 200_000, { bytesKey: 'third' }),
    documentOf('has no room in it', 100_000, { bytesKey: 'third' }),
  ]);
  expect(batches.map(({ documents }) => names(documents))).toEqual([
    ['small', 'small too'],
    ['of another file'],
    ['fills the batch'],
    ['has no room in it'],
  ]);
  expect(names(alone)).toEqual(['large', 'split already', 'bytes gone']);
});

test('a batch holds at most 25 documents', () => {
  const { batches } = batchesOf(Array.from({ length: 60 }, () => documentOf('small', 100)));
  expect(batches.map(({ documents }) => documents.length)).toEqual([25, 25, 10]);
});

const unused = () => Promise.reject(new Error('Nothing is written of what was not read'));

test('Q3: the documents of a batch whose worker died are processed alone', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'carrel-together-'));
  const documents = [documentOf('one of these', 1000), documentOf('is to blame', 1000)];
  const workers: WorkerPool = {
    run: () => Promise.reject(new WorkerFailure('the program that reads it stopped')),
    close: () => undefined,
  };
  const lines: string[] = [];
  const left = await processBatch(
    {
      storage: await openFolderStorage(directory),
      workers,
      writer: { write: unused },
      embed: unused,
      chunkTokens: undefined,
      log: createLog((line) => lines.push(line)),
      allowance: { seconds: 1, secondsPerMegabyte: 0, megabytes: 512, megabytesPerMegabyte: 0 },
      watch: { begin: () => ({ start: () => {}, end: () => {} }), look: async () => {} },
      ocr: undefined,
      isStopping: () => false,
    },
    { key: ARCHIVE, documents },
  );
  expect(names(left)).toEqual(['one of these', 'is to blame']);
  expect(lines.join('')).toContain('a worker failed');
  await rm(directory, { recursive: true });
});
