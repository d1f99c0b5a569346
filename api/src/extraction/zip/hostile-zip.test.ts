import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, crc32, deflateRawSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openFolderStorage } from '../../platform/storage/folder/folder-storage.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { createWorkerPool } from '../workers/worker-pool.ts';
import { readArchive, type EntryFacts } from './read-archive.ts';
import { readDirectory } from './read-directory.ts';
import { readEntry } from './read-entry.ts';
import { writeSparseZip } from '@carrel/testing/zips/sparse-zip.ts';
import { buildZip, type TestEntry } from '@carrel/testing/zips/build-zip.ts';

const MEGABYTE = 1024 * 1024;
const GIGABYTE = 1024 * MEGABYTE;
const LIMITS = { maxEntries: hardCount(120_000, 200_000), maxUnpackedBytes: 16 * GIGABYTE };

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'carrel-zip-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** The limits of the row hold where nothing else keeps the machine busy. */
const BOMB_MILLISECONDS = hardCount(20_000, 2000);
const LIST_MILLISECONDS = hardCount(20_000, 5000);
async function check(zip: Buffer, memoryMegabytes: number): Promise<number> {
  await writeFile(join(directory, 'zip'), zip);
  return checkFile(memoryMegabytes);
}

/** Checks an archive as an upload is checked, in a process that may use only so much memory. */
async function checkFile(memoryMegabytes: number): Promise<number> {
  const pool = createWorkerPool({
    size: 1,
    idleMilliseconds: 10,
    heapMegabytes: 192,
    memoryMegabytes,
  });
  const input = { storage: { kind: 'folder' as const, directory }, key: 'zip', limits: LIMITS };
  try {
    return (await pool.run('checkArchive', input, { timeoutMilliseconds: 60_000 })).files;
  } finally {
    pool.close();
  }
}

/** Compressed zeros: a few bytes for each 16 MB. */
function zeros(bytes: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(16 * MEGABYTE), {
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  const pieces = Array.from({ length: bytes / (16 * MEGABYTE) }, () => piece);
  // An empty last block.
  return Buffer.concat([...pieces, Buffer.from([3, 0])]);
}

describe('Z1: a bomb is refused within 2 seconds and 256 MB', () => {
  const kernel = zeros(16 * MEGABYTE);
  const claim = { size: 16 * MEGABYTE, compressedSize: kernel.length, crc32: 1 };

  test('whose entries share their bytes, 42 kB for 5.5 GB', async () => {
    const others = Array.from({ length: 340 }, (_, number): TestEntry => ({
      name: `${number}`,
      directoryOnly: true,
      offset: 0,
      ...claim,
    }));
    const zip = buildZip([{ name: 'first', data: kernel, ...claim }, ...others]);
    expect(zip.length).toBeLessThan(42_000);
    const started = performance.now();
    await expect(check(zip, 256)).rejects.toThrow('its entries overlap each other');
    expect(performance.now() - started).toBeLessThan(BOMB_MILLISECONDS);
  });

  test('whose entries share their bytes, 10 MB for 281 TB', async () => {
    // 4 GB of zeros, 65,534 times.
    const large = zeros(4 * GIGABYTE - 16 * MEGABYTE);
    const claimed = { size: 0xfffffffe, compressedSize: large.length, crc32: 1 };
    const others = Array.from({ length: 65_533 }, (_, number): TestEntry => ({
      name: `${number}`,
      data: Buffer.alloc(0),
      directoryOnly: true,
      offset: 0,
      ...claimed,
    }));
    const zip = buildZip([{ name: 'first', data: large, ...claimed }, ...others]);
    expect(zip.length).toBeLessThan(10_000_000);
    const started = performance.now();
    await expect(check(zip, 256)).rejects.toThrow('would unpack to more than 16 GB');
    expect(performance.now() - started).toBeLessThan(BOMB_MILLISECONDS);
  });

  test('that says itself that it unpacks to 40 GB', async () => {
    const zip = buildZip(
      Array.from({ length: 40 }, (_, number) => ({
        name: `${number}`,
        data: kernel,
        ...claim,
        size: GIGABYTE,
      })),
    );
    const started = performance.now();
    await expect(check(zip, 256)).rejects.toThrow('would unpack to more than 16 GB');
    expect(performance.now() - started).toBeLessThan(BOMB_MILLISECONDS);
  });
});

describe('Z2: an entry that inflates to 2 GB is stopped within 64 kB of its claim', () => {
  test.each([1024, 3 * MEGABYTE])('of %d bytes', async (size) => {
    const data = zeros(2 * GIGABYTE);
    const source = {
      size: data.length,
      read: (start: number, length: number) =>
        Promise.resolve(data.subarray(start, start + length)),
      close: () => Promise.resolve(),
    };
    let given = 0;
    const started = performance.now();
    const read = async () => {
      const entry = { dataOffset: 0, compressedSize: data.length, size, method: 8, crc32: 1 };
      for await (const piece of readEntry(source, entry)) given += piece.length;
    };
    await expect(read()).rejects.toMatchObject({ name: 'FaultyEntry' });
    expect(given).toBeLessThanOrEqual(size + 64 * 1024);
    expect(performance.now() - started).toBeLessThan(BOMB_MILLISECONDS);
  });
});

const numbered = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ name: `folder/${number}.txt`, method: 0 }));

test('Z3: 100,000 entries are listed within 5 seconds and 512 MB', async () => {
  const zip = buildZip(numbered(100_000));
  const started = performance.now();
  expect(await check(zip, 512)).toBe(100_000);
  expect(performance.now() - started).toBeLessThan(LIST_MILLISECONDS);
});

test('Z3: one entry more than is allowed is refused', async () => {
  await expect(check(buildZip(numbered(LIMITS.maxEntries + 1)), 512)).rejects.toThrow(
    `more than ${LIMITS.maxEntries.toLocaleString('en-US')} entries`,
  );
});

test.each([65_535, 65_536])('Z6: %d entries are all read', async (count) => {
  expect(await check(buildZip(numbered(count)), 512)).toBe(count);
});

describe('Z6: an archive of more than 4 GB', () => {
  const bytes = 4 * GIGABYTE + 512 * MEGABYTE;
  const files = [
    { path: 'large.bin', size: bytes },
    { path: 'small.txt', size: 5 },
  ];

  test('is listed', async () => {
    await writeSparseZip(join(directory, 'zip'), bytes, 0);
    expect(await checkFile(512)).toBe(2);
    const source = await (await openFolderStorage(directory)).open('zip');
    expect(await readDirectory(source, LIMITS)).toMatchObject(files);
    await source.close();
  });

  test.skipIf(hardCount(0, 1) === 0)(
    'is read to its end',
    async () => {
      const piece = Buffer.alloc(16 * MEGABYTE);
      let checksum = 0;
      for (let at = 0; at < bytes; at += piece.length) checksum = crc32(piece, checksum);
      await writeSparseZip(join(directory, 'zip'), bytes, checksum);
      const source = await (await openFolderStorage(directory)).open('zip');
      const facts: EntryFacts[] = [];
      for await (const fact of readArchive(source, LIMITS)) facts.push(fact);
      await source.close();
      expect(facts).toMatchObject(files);
      expect(facts.map(({ fault }) => fault)).toEqual([undefined, undefined]);
    },
    300_000,
  );
});
