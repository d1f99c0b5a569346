import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { StorageUnavailable, type ArchiveSource } from '../../platform/storage/archive-storage.ts';
import { readArchive, type EntryFacts } from './read-archive.ts';
import {
  BLOCK_DEVICE,
  buildZip,
  SYMBOLIC_LINK,
  type TestEntry,
  type TestZip,
} from '@carrel/testing/zips/build-zip.ts';

const MEGABYTE = 1024 * 1024;
const LIMITS = { maxEntries: 1000, maxUnpackedBytes: 64 * MEGABYTE };

/** A zip in memory. */
function sourceOf(bytes: Buffer): ArchiveSource {
  return {
    size: bytes.length,
    read: (start, length) => Promise.resolve(bytes.subarray(start, start + length)),
    close: () => Promise.resolve(),
  };
}

async function readFrom(source: ArchiveSource, limits = LIMITS): Promise<EntryFacts[]> {
  const facts: EntryFacts[] = [];
  for await (const one of readArchive(source, limits)) facts.push(one);
  return facts;
}

const read = (bytes: Buffer, limits = LIMITS) => readFrom(sourceOf(bytes), limits);

const readZip = (entries: TestEntry[], zip: TestZip = {}) => read(buildZip(entries, zip));

const text = (name: string | Buffer, content = 'Text.'): TestEntry => ({ name, content });

describe('Z6: a zip is read', () => {
  test('with its paths, sizes and hashes', async () => {
    expect(await readZip([text('a/b.txt', 'abc')])).toMatchObject([
      {
        path: 'a/b.txt',
        size: 3,
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      },
    ]);
  });

  test.each<[string, TestEntry[], TestZip]>([
    ['without any entry', [], {}],
    ['with a comment', [text('a')], { comment: 'made by hand' }],
    ['with sizes behind the data', [{ ...text('a'), descriptor: true }], {}],
    ['with an empty file', [text('a', '')], {}],
    ['with a stored file', [{ ...text('a'), method: 0 }], {}],
    ['after other data', [text('a')], { before: Buffer.from('#!/bin/sh\nexit') }],
    ['before other data', [text('a')], { after: Buffer.from('\r\n--boundary--') }],
    ['with a zip inside', [{ name: 'a.zip', content: buildZip([text('b')]) }], {}],
  ])('%s', async (_, entries, zip) => {
    expect(await readZip(entries, zip)).toEqual(
      entries.map(({ name }) =>
        expect.objectContaining({ path: name, sha256: expect.any(String) as unknown }),
      ),
    );
  });

  test('with names in code page 437, UTF-8 with and without its flag, composed', async () => {
    const facts = await readZip([
      text(Buffer.from([0x81, 0x2e, 0x74, 0x78, 0x74])),
      text(Buffer.from('größe.txt')),
      text('Ärger.txt'.normalize('NFD')),
    ]);
    expect(facts.map(({ path }) => path)).toEqual([
      'ü.txt',
      'größe.txt',
      'Ärger.txt'.normalize('NFC'),
    ]);
  });

  test('with backslashes between its folders', async () => {
    const facts = await readZip([text('folder\\', ''), text('folder\\sub\\a.txt')]);
    expect(facts.map(({ path }) => path)).toEqual(['folder/sub/a.txt']);
  });

  test('with files that Deflate64 has packed', async () => {
    const content = Buffer.from('The quick brown fox, the quick brown fox.');
    const data = deflateRawSync(content);
    // What deflate packs without lengths beyond 257 is also Deflate64.
    const [facts, damaged] = await readZip([
      { name: 'a', content, data, method: 9 },
      { name: 'b', content, data, method: 9, crc32: 1 },
    ]);
    expect(facts?.sha256).toBe(createHash('sha256').update(content).digest('hex'));
    expect(damaged?.fault).toMatch(/damaged/);
  });

  test('without folders and files of operating systems', async () => {
    const facts = await readZip([
      text('folder/', ''),
      text('__MACOSX/._a'),
      text('folder/.DS_Store'),
      text('folder/Thumbs.db'),
      text('desktop.ini'),
      text('./folder//kept.txt'),
    ]);
    expect(facts.map(({ path }) => path)).toEqual(['folder/kept.txt']);
  });
});

describe('Z4, Z5: a zip is refused', () => {
  test.each<[string, TestEntry[], TestZip, RegExp]>([
    ['for ..', [text('a/../../b')], {}, /points outside the archive/],
    ['for an absolute path', [text('/etc/passwd')], {}, /absolute path/],
    ['for a drive letter', [text('C:/a')], {}, /drive letter/],
    ['for .. before a backslash', [text('a\\..\\..\\b')], {}, /points outside the archive/],
    ['for an absolute path of Windows', [text('\\\\server\\a')], {}, /absolute path/],
    ['for .. beside a NUL', [text('../a\u0000.txt')], {}, /points outside the archive/],
    [
      'for much data after it',
      [text('a')],
      { after: Buffer.alloc(2 * MEGABYTE) },
      /refused|damaged|zip/,
    ],
    [
      'for a count that is too low',
      [text('a'), text('b')],
      { count: 1 },
      /count of entries is wrong/,
    ],
    ['for a count that is too high', [text('a')], { count: 2 }, /incomplete or damaged/],
    ['for entries that overlap', [text('a'), { ...text('b'), offset: 0 }], {}, /overlap/],
    [
      'for an entry that reaches into the directory',
      [{ ...text('a'), compressedSize: 5000 }],
      {},
      /overlap/,
    ],
    [
      'for claiming too much',
      [{ ...text('a'), size: 65 * MEGABYTE }],
      {},
      /unpack to more than 64 MB/,
    ],
  ])('%s', async (_, entries, zip, message) => {
    await expect(readZip(entries, zip)).rejects.toMatchObject({
      name: 'RefusedArchive',
      kind: 'refused',
      message: expect.stringMatching(message) as unknown,
    });
  });

  test('for one entry more than is allowed', async () => {
    const entries = Array.from({ length: 11 }, (_, number) => text(`${number}`));
    const limits = { ...LIMITS, maxEntries: 10 };
    expect(await read(buildZip(entries.slice(1)), limits)).toHaveLength(10);
    await expect(read(buildZip(entries), limits)).rejects.toThrow('more than 10 entries');
  });

  test.each([0.1, 0.5, 0.9, 0.99])('cut off at %d of its length', async (share) => {
    const bytes = buildZip([text('a', 'x'.repeat(10_000)), text('b')]);
    const cut = bytes.subarray(0, Math.floor(bytes.length * share));
    await expect(read(cut)).rejects.toThrow('incomplete or damaged');
  });

  test.each(['', 'plain text', '<html></html>', '%PDF-1.7'])(
    'as no zip at all: %s',
    async (content) => {
      await expect(read(Buffer.from(content))).rejects.toMatchObject({ kind: 'not_zip' });
    },
  );
});

test('a store that stops responding during a read is not reported as a fault of the zip', async () => {
  const bytes = buildZip([text('a', 'x'.repeat(10_000)), { ...text('b'), method: 0 }]);
  let reads = 0;
  const silentAt = (silent: number): ArchiveSource => {
    reads = 0;
    const source = sourceOf(bytes);
    return {
      ...source,
      read: (start, length) => {
        reads += 1;
        const error = new StorageUnavailable('The storage does not answer.');
        return reads === silent ? Promise.reject(error) : source.read(start, length);
      },
    };
  };
  await readFrom(silentAt(0));
  const all = reads;
  expect(all).toBeGreaterThan(4);
  for (let silent = 1; silent <= all; silent += 1) {
    await expect(readFrom(silentAt(silent))).rejects.toThrow(StorageUnavailable);
  }
});

describe('Z5: one file that cannot be read does not refuse the others', () => {
  const good = text('good.txt');

  test.each<[string, TestEntry, RegExp]>([
    ['encrypted', { ...text('bad'), flags: 1 }, /protected with a password/],
    ['with a wrong checksum', { ...text('bad'), crc32: 1 }, /damaged/],
    [
      'of an unknown method',
      { ...text('bad'), method: 99 },
      /a method that is not read \(number 99\)/,
    ],
    [
      'that is a symbolic link',
      { ...text('bad'), externalAttributes: SYMBOLIC_LINK },
      /a symbolic link/,
    ],
    ['that is a device', { ...text('bad'), externalAttributes: BLOCK_DEVICE }, /a device/],
    ['whose local name differs', { ...text('bad'), local: { name: 'bed' } }, /contradict/],
    ['whose local size differs', { ...text('bad'), local: { size: 4 } }, /contradict/],
    ['whose local method differs', { ...text('bad'), local: { method: 0 } }, /contradict/],
  ])('%s', async (_, bad, fault) => {
    const facts = await readZip([bad, good]);
    expect(facts).toEqual([
      expect.objectContaining({ path: 'bad', fault: expect.stringMatching(fault) as unknown }),
      expect.objectContaining({ path: 'good.txt', sha256: expect.any(String) as unknown }),
    ]);
  });

  test.each<[string, string, string, RegExp]>([
    [
      'with a path that is too long',
      `${'d/'.repeat(600)}a.txt`,
      `${'d/'.repeat(60).slice(0, -1)}…`,
      /longer than 1024 bytes/,
    ],
    ['with a NUL in its name', 'a\u0000.txt', 'a\ufffd.txt', /a NUL character/],
    ['without a name', '.', '\ufffd', /no name/],
    ['with a name that shows nothing', 'a/\u200b', 'a/\ufffd', /shows nothing/],
    ['at the path of another', './good.txt', 'good (2).txt', /the same path/],
  ])('%s', async (_, name, path, fault) => {
    const entries = [good, text(name)];
    expect(await readZip(entries)).toEqual([
      expect.objectContaining({ path: 'good.txt', sha256: expect.any(String) as unknown }),
      { path, size: 5, fault: expect.stringMatching(fault) as unknown },
    ]);
  });

  test('at the path of another, at one that is free', async () => {
    const names = ['a.txt', 'a.txt', 'a (2).txt', 'é', 'é'.normalize('NFD'), 'a.txt'];
    const facts = await readZip(names.map((name) => text(name)));
    expect(facts.map(({ path, fault }) => [path, fault === undefined])).toEqual([
      ['a.txt', true],
      ['a (2).txt', true],
      ['é', true],
      ['a (3).txt', false],
      ['é (2)', false],
      ['a (4).txt', false],
    ]);
  });

  test('that inflates past its claimed size, where it is stopped', async () => {
    const bomb = { ...text('bomb', '0'.repeat(50 * MEGABYTE)), size: 1024 };
    const started = performance.now();
    const [facts] = await readZip([bomb, good]);
    expect(facts?.fault).toMatch(/damaged/);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
