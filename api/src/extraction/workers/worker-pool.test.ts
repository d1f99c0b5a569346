import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { endlessPdf } from '@carrel/testing/zips/endless-pdf.ts';
import type { DocumentInput } from '../tasks/tasks.ts';
import type { PoolOptions } from '../../platform/workers/process-pool.ts';
import { createWorkerPool } from './worker-pool.ts';

const options: PoolOptions = {
  size: 2,
  idleMilliseconds: 1000,
  heapMegabytes: 128,
  memoryMegabytes: 1024,
};
const textOf = (text: string) => ({ text, name: 'a.txt' });
const seconds = (count: number) => ({ timeoutMilliseconds: count * 1000 });

let directory: string;
let endless: DocumentInput;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'carrel-pool-'));
  const bytes = endlessPdf();
  await writeFile(join(directory, 'endless'), bytes);
  const size = bytes.length;
  endless = {
    storage: { kind: 'folder', directory },
    key: 'endless',
    location: { dataOffset: 0, compressedSize: size, size, method: 0, crc32: crc32(bytes) },
    name: 'endless.pdf',
  };
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
    await expect(pool.run('partition', endless, { timeoutMilliseconds: 500 })).rejects.toThrow(
      'reading it took longer than 1 seconds',
    );
    await expect(pool.run('partitionText', textOf('A.'), seconds(60))).resolves.toHaveLength(1);
    pool.close();
  });

  test.runIf(process.platform === 'linux')(
    'that exceed their limit of processor time are killed',
    async () => {
      const pool = createWorkerPool({ ...options, size: 1 });
      const limits = { processorMilliseconds: 1000, timeoutMilliseconds: 600_000 };
      await expect(pool.run('partition', endless, limits)).rejects.toMatchObject({
        name: 'TooSlow',
        seconds: 1,
      });
      pool.close();
    },
  );

  test('P2: of one owner never keep the task of another waiting, however long they take', async () => {
    const pool = createWorkerPool(options);
    const hostile = Promise.allSettled(
      Array.from({ length: 12 }, () =>
        pool.run('partition', endless, { ...seconds(600), owner: { id: 'a' } }),
      ),
    );
    const text = pool.run('partitionText', textOf('A.'), { ...seconds(60), owner: { id: 'b' } });
    await expect(text).resolves.toHaveLength(1);
    const again = pool.run('partitionText', textOf('A.'), { ...seconds(60), owner: { id: 'c' } });
    await expect(again).resolves.toHaveLength(1);
    pool.close();
    expect((await hostile).map(({ status }) => status)).not.toContain('fulfilled');
  });

  test.runIf(process.platform === 'linux')(
    'P2: of several owners, however long their tasks take, serve another that comes later',
    async () => {
      const pool = createWorkerPool({ ...options, yields: true });
      const hostile = Promise.allSettled(
        Array.from({ length: 4 }, (_, n) =>
          pool.run('partition', endless, { ...seconds(600), owner: { id: `hostile ${n}` } }),
        ),
      );
      const text = pool.run('partitionText', textOf('A.'), { ...seconds(60), owner: { id: 'b' } });
      await expect(text).resolves.toHaveLength(1);
      pool.close();
      expect((await hostile).map(({ status }) => status)).not.toContain('fulfilled');
    },
  );

  test('take the next task once nobody waits for what they do', async () => {
    const pool = createWorkerPool({ ...options, size: 1 });
    const [running, waiting] = [new AbortController(), new AbortController()];
    const outcomes = Promise.allSettled([
      pool.run('partition', endless, { ...seconds(600), signal: running.signal }),
      pool.run('partition', endless, { ...seconds(600), signal: waiting.signal }),
    ]);
    const text = pool.run('partitionText', textOf('A.'), seconds(60));
    waiting.abort();
    running.abort();
    await expect(text).resolves.toHaveLength(1);
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ reason: { name: 'TaskAborted' } });
    }
    pool.close();
  });

  test.runIf(process.platform === 'linux')(
    'do not count their start, nor the loading of parsers, as time of a task',
    async () => {
      const pool = createWorkerPool({ ...options, size: 1 });
      const limits = { processorMilliseconds: 250, timeoutMilliseconds: 600_000 };
      await expect(pool.run('partitionText', textOf('A.'), limits)).resolves.toHaveLength(1);
      pool.close();
    },
  );

  test('Q3: that need too much memory are killed, and the next task is performed', async () => {
    const pool = createWorkerPool({ ...options, size: 1, heapMegabytes: 32 });
    const long = textOf('Text.\n\n'.repeat(2_000_000));
    await expect(pool.run('partitionText', long, seconds(60))).rejects.toThrow(
      'it needs more memory than is allowed',
    );
    await expect(pool.run('partitionText', textOf('A.'), seconds(60))).resolves.toHaveLength(1);
    pool.close();
  });

  test('Q3: that take more memory than they may are killed, whatever the worker had before', async () => {
    const pool = createWorkerPool({ ...options, size: 1, heapMegabytes: 512 });
    const limits = { ...seconds(60), memoryBytes: 160 * 1024 * 1024 };
    const long = textOf('Text.\n\n'.repeat(2_000_000));
    await expect(pool.run('partitionText', long, limits)).rejects.toThrow(
      'it needs more memory than is allowed',
    );
    await expect(pool.run('partitionText', textOf('A.'), limits)).resolves.toHaveLength(1);
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
      pool.run('partition', endless, seconds(60)),
      pool.run('partitionText', textOf('A.'), seconds(60)),
    ]);
    pool.close();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ reason: { message: 'The server is stopping' } });
    }
  });
});
