import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { readCentralDirectory } from '@carrel/shared/packing';
import type { PreparedFile } from '@carrel/shared/packing';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { hashFiles } from '../files/hash-files.ts';
import { FileChanged } from '../files/local-file.ts';
import type { LocalFile } from '../files/local-file.ts';
import { composeArchive } from './compose-archive.ts';
import type { ZipSource } from './zip-source.ts';

const { signal } = new AbortController();
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-cli-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function fileOf(name: string, text: string): Promise<PreparedFile<LocalFile>> {
  const absolute = path.join(folder, name);
  await writeFile(absolute, text);
  const { size, mtimeNs, ino } = await stat(absolute, { bigint: true });
  return { path: name, file: { absolute, size: Number(size), modified: mtimeNs, inode: ino } };
}

async function compose(files: PreparedFile<LocalFile>[], unsent: number[] = []) {
  const options = { signal, cache: new Map(), onRead: () => undefined };
  const { hashes } = await hashFiles(files, options);
  const sent = new Set(files.filter((_, at) => !unsent.includes(at)));
  return composeArchive({ readable: files, sent }, hashes);
}

async function bytesOf(zip: ZipSource, start = 0, end = zip.size): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of zip.slice(start, end, signal)) parts.push(part);
  return Buffer.concat(parts);
}

const archive = async () =>
  compose(
    [await fileOf('a.md', 'Alpha'), await fileOf('ü.md', ''), await fileOf('b.md', 'Beta')],
    [2],
  );

test('an archive has the bytes of files that are sent, and names those that are not', async () => {
  const zip = await archive();
  const bytes = await bytesOf(zip);
  expect(bytes).toHaveLength(zip.size);
  expect(bytes.includes('Alpha')).toBe(true);
  expect(bytes.includes('Beta')).toBe(false);
  const { files, refusal } = await readCentralDirectory(new Blob([new Uint8Array(bytes)]));
  expect(refusal).toBeUndefined();
  expect(files.map((file) => [file.path, file.size, file.isUnsent === true])).toEqual([
    ['a.md', 5, false],
    ['ü.md', 0, false],
    ['b.md', 0, true],
  ]);
});

test('every part of an archive is the same as in the whole', async () => {
  const zip = await archive();
  const whole = await bytesOf(zip);
  for (let start = 0; start < zip.size; start += 7) {
    for (const end of [start, start + 1, start + 40, zip.size]) {
      expect(await bytesOf(zip, start, end)).toEqual(whole.subarray(start, end));
    }
  }
});

test('a file that changed since it was hashed is named instead of sent', async () => {
  const file = await fileOf('a.md', 'Alpha');
  const zip = await compose([file]);
  await writeFile(file.file.absolute, 'Omega');
  const failure = await bytesOf(zip).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(FileChanged);
  expect((failure as FileChanged).file).toBe(file.file);
  await rm(file.file.absolute);
  await expect(bytesOf(zip)).rejects.toBeInstanceOf(FileChanged);
});
