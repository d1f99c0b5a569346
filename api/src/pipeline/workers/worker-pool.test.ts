import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createWorkerPool, type PoolOptions } from './worker-pool.ts';

const options: PoolOptions = {
  size: 2,
  idleMilliseconds: 1000,
  heapMegabytes: 128,
  memoryMegabytes: 1024,
};
const textOf = (text: string) => ({ text, name: 'a.txt' });
const seconds = (count: number) => ({ timeoutMilliseconds: count * 1000 });

/** A template that blocks a worker for longer than any test waits, in one synchronous call. */
const endless = {
  blocks: [{ kind: 'paragraph' as const, text: 'x'.repeat(20_000_000) }],
  settings: { size: 10, overlap: 9 },
  metadata: {},
  document: { name: 'a', path: 'a' },
};

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'carrel-pool-'));
});
afterAll(() => rm(directory, { recursive: true }));

describe('workers', () => {
  test('perform tasks in parallel, more than there are workers', async () => {
    const pool = createWorkerPool(options);
    const outputs = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        pool.run('partitionText', textOf(`Text ${number}.`), seconds(60)),
      ),
    );
    expect(outputs.map(([block]) => block?.text)).toEqual(
      Array.from({ length: 10 }, (_, number) => `Text ${number}.`),
    );
    pool.close();
  });

  test('that exceed their timeout are killed, and the next task is performed', async () => {
    const pool = createWorkerPool({ ...options, size: 1 });
    await expect(pool.run('chunk', endless, { timeoutMilliseconds: 300 })).rejects.toThrow(
      'reading it took longer than 0 seconds',
    );
    await expect(pool.run('partitionText', textOf('A.'), seconds(60))).resolves.toHaveLength(1);
    pool.close();
  });

  test('Q3: that need too much memory are killed, and the next task is performed', async () => {
    const pool = createWorkerPool({ ...options, size: 1, heapMegabytes: 32 });
    const long = textOf('Text.\n\n'.repeat(2_000_000));
    await expect(pool.run('partitionText', long, seconds(60))).rejects.toThrow(
      'it needs more memory than is allowed',
    );
    await expect(pool.run('partitionText', textOf('A.'), seconds(60))).resolves.toHaveLength(1);
    pool.close();
  });

  test('report why a file is refused', async () => {
    await writeFile(join(directory, 'a'), 'no zip');
    const pool = createWorkerPool(options);
    const input = {
      storage: { kind: 'folder' as const, directory },
      key: 'a',
      limits: { maxEntries: 10, maxUnpackedBytes: 10 },
    };
    await expect(pool.run('checkArchive', input, seconds(60))).rejects.toMatchObject({
      name: 'TaskRefused',
      message: 'This file is not a zip archive.',
      notZip: true,
    });
    pool.close();
  });

  test('end with their pool, and their tasks reject', async () => {
    const pool = createWorkerPool({ ...options, size: 1 });
    const outcomes = Promise.allSettled([
      pool.run('chunk', endless, seconds(60)),
      pool.run('partitionText', textOf('A.'), seconds(60)),
    ]);
    pool.close();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ reason: { message: 'The server is stopping' } });
    }
  });
});
