import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

import { expect, onTestFinished, test } from 'vitest';

import { StorageUnavailable } from '../storage/archive-storage.ts';
import { WorkerFailure } from './worker-failure.ts';
import { missingFile } from './missing-files.ts';
import { createWorkerPool } from '../../extraction/workers/worker-pool.ts';

test('a stored file that is missing is looked for again for two minutes, and then is lost', () => {
  const key = randomUUID();
  const start = Date.now();
  const after = (seconds: number) => missingFile(key, start + seconds * 1000);
  expect(after(0)).toBeInstanceOf(StorageUnavailable);
  expect(after(60)).toBeInstanceOf(StorageUnavailable);
  expect(after(121)).toBeInstanceOf(WorkerFailure);
  // It was there in between.
  expect(after(2000)).toBeInstanceOf(StorageUnavailable);
});

test('a worker says of a file that is not in the folder that it is not there yet', async () => {
  const directory = mkdtempSync(`${tmpdir()}/carrel-missing-`);
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const pool = createWorkerPool({
    size: 1,
    idleMilliseconds: 1000,
    heapMegabytes: 128,
    memoryMegabytes: 1024,
  });
  const reading = pool.run(
    'partition',
    {
      storage: { kind: 'folder', directory },
      key: randomUUID(),
      location: { dataOffset: 0, compressedSize: 1, size: 1, method: 0, crc32: 0 },
      name: 'late.txt',
    },
    { timeoutMilliseconds: 60_000 },
  );
  await expect(reading).rejects.toThrow(StorageUnavailable);
  pool.close();
});
