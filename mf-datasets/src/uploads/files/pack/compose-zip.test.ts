import { createHash } from 'node:crypto';
import { crc32 as referenceCrc32 } from 'node:zlib';

import { crc32, readCentralDirectory } from '@carrel/shared/packing';
import { describe, expect, test } from 'vitest';

import { composeZip } from './compose-zip.ts';
import { hashBatch } from './hash-batch.ts';
import { hashFile } from './hash-file.ts';

const ALPHA = new File(['Alpha.'], 'a.txt');

const partOf = (path: string, text: string) => ({
  path,
  file: new File([text], path),
  size: new Blob([text]).size,
  crc32: referenceCrc32(text),
});

describe('a composed zip', () => {
  test('has the files with their paths, sizes and checksums', async () => {
    const zip = await composeZip(
      [partOf('a.txt', 'Alpha.'), partOf('B\u00fccher/\u00e9.md', 'Beta')],
      'a.zip',
    );
    const { files, extent, refusal } = await readCentralDirectory(zip);
    expect(files).toEqual([
      { path: 'a.txt', size: 6, crc32: referenceCrc32('Alpha.') },
      { path: 'B\u00fccher/\u00e9.md', size: 4, crc32: referenceCrc32('Beta') },
    ]);
    expect(extent).toEqual({ bytes: zip.size, entries: 2, unpacked: 10 });
    expect(refusal).toBeUndefined();
  });

  test('has the bytes of a file after its header', async () => {
    const zip = await composeZip([partOf('a.txt', 'Alpha.')], 'a.zip');
    const bytes = await zip.text();
    expect(bytes).toContain('a.txtAlpha.');
  });

  test('has no bytes of a file that the dataset has', async () => {
    const sha256 = createHash('sha256').update('Alpha.').digest('hex');
    const zip = await composeZip([{ ...partOf('a.txt', 'Alpha.'), unsentSha256: sha256 }], 'a.zip');
    expect((await readCentralDirectory(zip)).files).toEqual([
      { path: 'a.txt', size: 0, crc32: 0, isUnsent: true },
    ]);
    expect(await zip.text()).not.toContain('Alpha.');
  });

  test('of more files than the ordinary end record counts is a zip64', async () => {
    const parts = Array.from({ length: 65_536 }, (_, at) => ({
      path: `${at}.txt`,
      file: new Blob([]),
      size: 0,
      crc32: 0,
    }));
    const { files, extent } = await readCentralDirectory(await composeZip(parts, 'many.zip'));
    expect(extent.entries).toBe(65_536);
    expect(files.at(-1)?.path).toBe('65535.txt');
  });

  test('of a file above 4 GiB has its size in the fields of zip64', async () => {
    // Its bytes are not read.
    const size = 5 * 1024 ** 3;
    const large = { path: 'large.bin', file: new Blob([]), size, crc32: 7 };
    const zip = await composeZip([large, partOf('b', 'Beta')], 'a.zip');
    const directory = new Uint8Array(await zip.arrayBuffer());
    const view = new DataView(directory.buffer);
    const text = new TextDecoder('latin1').decode(directory);
    const at = text.indexOf('PK\u0001\u0002');
    expect(view.getUint32(at + 24, true)).toBe(0xffffffff);
    const extra = at + 46 + 'large.bin'.length;
    expect([view.getUint16(extra, true), view.getUint16(extra + 2, true)]).toEqual([1, 16]);
    expect(Number(view.getBigUint64(extra + 4, true))).toBe(size);
    // The next file begins beyond 4 GiB.
    const next = text.indexOf('PK\u0001\u0002', at + 4);
    expect(view.getUint32(next + 42, true)).toBe(0xffffffff);
    expect(text).toContain('PK\u0006\u0006');
  });
});

describe('a pack', () => {
  test('has small files with their headers, ahead of the others', async () => {
    const { pack, hashes } = await hashBatch([
      { file: new File(['Alpha.'], 'a.txt'), packAs: 'f/a.txt' },
      { file: new File(['kept out'], 'b.txt') },
      { file: new File(['Gamma'], 'c.txt'), packAs: 'f/c.txt' },
      { file: new File(['x'.repeat(300_000)], 'large.txt'), packAs: 'f/large.txt' },
    ]);
    expect(pack?.places).toEqual([0, 2]);
    const parts = ['f/a.txt', 'f/c.txt'].map((path, at) => {
      const hash = hashes[at * 2];
      return { path, size: hash?.size ?? 0, crc32: hash?.crc32 ?? 0 };
    });
    const zip = await composeZip([partOf('b.txt', 'Beta')], 'a.zip', [
      { blob: pack?.blob ?? new Blob([]), parts },
    ]);
    expect((await readCentralDirectory(zip)).files).toEqual([
      { path: 'f/a.txt', size: 6, crc32: referenceCrc32('Alpha.') },
      { path: 'f/c.txt', size: 5, crc32: referenceCrc32('Gamma') },
      { path: 'b.txt', size: 4, crc32: referenceCrc32('Beta') },
    ]);
    expect(await zip.text()).toMatch(/f\/a\.txtAlpha\.PK.*f\/c\.txtGammaPK.*b\.txtBeta/s);
  });

  test('leaves out a file that cannot be read', async () => {
    const gone = new File(['x'], 'gone.txt');
    gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
    const { pack, hashes } = await hashBatch([
      { file: gone, packAs: 'gone.txt' },
      { file: ALPHA, packAs: 'a.txt' },
    ]);
    expect([hashes[0], pack?.places]).toEqual([undefined, [1]]);
  });
});

describe('the hash of a file', () => {
  test('is its CRC-32 and its SHA-256', async () => {
    expect(await hashFile(ALPHA)).toEqual({
      size: 6,
      crc32: referenceCrc32('Alpha.'),
      sha256: createHash('sha256').update('Alpha.').digest('hex'),
    });
  });

  test('of parts is that of the whole', () => {
    const bytes = new TextEncoder().encode('Alpha and Beta');
    expect(crc32(bytes.subarray(5), crc32(bytes.subarray(0, 5)))).toBe(referenceCrc32(bytes));
  });

  test('is missing for one that cannot be read, beside others', async () => {
    const gone = new File(['x'], 'gone.txt');
    gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
    const { hashes } = await hashBatch([{ file: gone }, { file: ALPHA }]);
    const [first, second] = hashes;
    expect([first, second?.crc32]).toEqual([undefined, referenceCrc32('Alpha.')]);
  });
});
