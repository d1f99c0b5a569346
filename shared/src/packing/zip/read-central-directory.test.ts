import { crc32 } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { buildZip, unicodePathField } from '../../testing/public.ts';
import type { TestEntry } from '../../testing/public.ts';
import { readCentralDirectory } from './read-central-directory.ts';
import { UnreadableZip } from './directory-entry.ts';

const read = (entries: readonly TestEntry[], options = {}) =>
  readCentralDirectory(new Blob([new Uint8Array(buildZip(entries, options))]));
const pathsOf = async (entries: readonly TestEntry[]) =>
  (await read(entries)).files.map(({ path }) => path);

describe('the directory of a zip', () => {
  test.each([
    ['an ordinary zip', {}, false],
    ['one with a comment that looks like an end', { comment: 'PK\u0005\u0006 is here' }, false],
    ['a zip64', { zip64: true }, true],
  ])('tells path, size and checksum of %s', async (_, options, zip64) => {
    const entries = [
      { name: 'a/b.txt', content: 'hello', zip64 },
      { name: 'empty.txt', zip64 },
    ];
    expect(await read(entries, options)).toMatchObject({
      extent: { entries: 2, unpacked: 5 },
      files: [
        { path: 'a/b.txt', size: 5, crc32: crc32('hello') },
        { path: 'empty.txt', size: 0, crc32: 0 },
      ],
    });
  });

  test('skips folders and files of operating systems', async () => {
    const names = ['a/', '__MACOSX/a/._b', '.DS_Store', 'a/Thumbs.db', 'a/desktop.ini', 'a/b.txt'];
    expect(await pathsOf(names.map((name) => ({ name })))).toEqual(['a/b.txt']);
    expect(await pathsOf([{ name: 'folder', mode: 0o040755 }])).toEqual([]);
  });

  test('reads names in UTF-8, declared or not, and in code page 437, and composes them', async () => {
    expect(
      await pathsOf([
        { name: 'Über/📚.txt' },
        { name: Buffer.from('اليوميات.txt') },
        { name: Uint8Array.of(0x9a, 0x62, 0x65, 0x72, 0xe1) },
        { name: './u\u0308//x' },
      ]),
    ).toEqual(['Über/📚.txt', 'اليوميات.txt', 'Überß', 'ü/x']);
  });

  test.each([
    [
      'Shift_JIS',
      ['日本語.txt', 'ソフト一覧.pdf'],
      ['93fa967b8cea2e747874', '835c8374836788ea97972e706466'],
    ],
    ['GBK', ['中文.txt', '销售合同.docx'], ['d6d0cec42e747874', 'cffacadbbacfcdac2e646f6378']],
  ])('S13: decodes names in %s, as the server does: %j', async (_, names, bytes) => {
    const entries = bytes.map((hex) => ({ name: Buffer.from(hex, 'hex') }));
    expect(await pathsOf(entries)).toEqual(names);
  });

  test('S13: reads names of which the encoding is not sure in code page 437', async () => {
    expect(await pathsOf([{ name: Buffer.from('b1b1b1', 'hex') }])).toEqual(['▒▒▒']);
  });

  test("S13: prefers Info-ZIP's field with the name in UTF-8, if it is about this name", async () => {
    const name = Buffer.from('816f', 'hex');
    const extra = unicodePathField(name, '漢字.txt');
    expect(await pathsOf([{ name, extra }])).toEqual(['漢字.txt']);
    const other = unicodePathField(Buffer.from('other'), '漢字.txt');
    expect(await pathsOf([{ name, extra: other }])).toEqual(['üo']);
  });

  test('S13: removes control characters from names', async () => {
    expect(await pathsOf([{ name: 'a\r\nb\u0007/c\u2028.txt' }])).toEqual(['ab/c.txt']);
  });

  test.each([
    [{ flags: 1 }, /protected with a password/],
    [{ method: 12 }, /number 12/],
  ])('names the fault of a file that cannot be read: %j', async (lie, fault) => {
    const { files } = await read([{ name: 'a', ...lie }]);
    expect(files[0]?.fault).toMatch(fault);
  });

  test.each([
    [[{ name: '../a' }], 'The archive was refused: the entry "../a" points outside the archive.'],
    [[{ name: '/a' }], 'The archive was refused: the entry "/a" has an absolute path.'],
    [[{ name: 'C:a' }], 'The archive was refused: the entry "C:a" has a path with a drive letter.'],
    [
      [
        { name: 'a', content: 'a' },
        { name: 'b', offset: 0 },
      ],
      /overlap each other/,
    ],
    [
      [
        { name: 'b', offset: 40 },
        { name: 'a', content: 'a' },
      ],
      /overlap each other/,
    ],
    [[{ name: 'a', content: 'a', packedSize: 99 }], /overlap each other/],
  ])('foretells that %j is refused', async (entries, refusal) => {
    expect((await read(entries)).refusal).toMatch(refusal);
  });

  test.each([
    ['a\u0000b', 0, 'a\ufffdb', /NUL/],
    ['é'.repeat(513), 0, `${'é'.repeat(120)}…`, /longer than 1024 bytes/],
    ['a', 0o120777, 'a', /is a symbolic link/],
    ['a', 0o060666, 'a', /is a device/],
    ['.', 0, '\ufffd', /has no name/],
    ['a/\u200b', 0, 'a/\ufffd', /shows nothing/],
    ['./good', 0, 'good (2)', /the same path/],
  ])('foretells that %j is refused alone', async (name, mode, path, fault) => {
    const { files, refusal } = await read([{ name: 'good' }, { name, ...(mode > 0 && { mode }) }]);
    expect(refusal).toBeUndefined();
    expect(files).toMatchObject([
      { path: 'good' },
      { path, fault: expect.stringMatching(fault) as unknown },
    ]);
  });

  test('reads backslashes as those of folders', async () => {
    expect(await pathsOf([{ name: 'a\\' }, { name: 'a\\b.txt' }])).toEqual(['a/b.txt']);
  });

  test.each([
    ['no zip', Buffer.from('PK'.repeat(512))],
    ['nothing', Buffer.alloc(0)],
    ['a zip that is cut off', buildZip([{ name: 'a', content: 'b' }]).subarray(0, 60)],
    [
      'a zip with something before it',
      Buffer.concat([Buffer.from('x'), buildZip([{ name: 'a' }])]),
    ],
    ['a zip with something after it', Buffer.concat([buildZip([{ name: 'a' }]), Buffer.from('x')])],
  ])('of %s is not made out, which is for the server to judge', async (_, bytes) => {
    const reading = readCentralDirectory(new Blob([new Uint8Array(bytes)]));
    await expect(reading).rejects.toBeInstanceOf(UnreadableZip);
  });

  test('of 70,000 entries is read', async () => {
    const entries = Array.from({ length: 70_000 }, (_, number) => ({
      name: `f/${number}`,
      method: 0,
    }));
    expect((await read(entries, { zip64: true })).files).toHaveLength(70_000);
  });
});
