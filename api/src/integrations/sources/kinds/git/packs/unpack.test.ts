import { mkdtemp, open, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { blob, deltaOf, gitId, PackWriter } from '@carrel/testing/sources/git-objects.ts';

import { ObjectStore } from './object-store.ts';
import { unpack } from './unpack.ts';

const MEBIBYTE = 1024 * 1024;

async function unpacked(
  pack: Buffer,
  { objectBytesMax = MEBIBYTE, totalMax = 64 * MEBIBYTE } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-pack-'));
  const store = new ObjectStore(folder, 'sha1');
  await writeFile(join(folder, 'pack'), pack);
  const file = await open(join(folder, 'pack'));
  const { signal } = new AbortController();
  try {
    await unpack({ file, size: pack.length }, store, { objectBytesMax, totalMax, signal });
  } finally {
    await file.close();
  }
  const text = async (id: string) => (await store.read(id))?.toString('utf8');
  return { store, text };
}

describe('a pack', () => {
  test('has objects that are made of earlier ones, of later ones, and of such as these', async () => {
    const writer = new PackWriter();
    const base = writer.whole(blob('The quick brown fox'));
    const second = writer.delta(base, deltaOf(19, 13, [{ offset: 0, size: 10 }, 'dog']));
    writer.delta(second, deltaOf(13, 6, [{ offset: 10, size: 3 }, 'gy\n']));
    const later = blob('Written later');
    const early = writer.delta(gitId(later), deltaOf(13, 10, [{ offset: 8, size: 5 }, ' than']));
    writer.delta(early, deltaOf(10, 4, [{ offset: 6, size: 4 }]));
    writer.whole(later);
    const { text } = await unpacked(writer.finish());
    expect(await text(gitId(blob('The quick dog')))).toBe('The quick dog');
    expect(await text(gitId(blob('doggy\n')))).toBe('doggy\n');
    expect(await text(gitId(blob('later than')))).toBe('later than');
    expect(await text(gitId(blob('than')))).toBe('than');
  });

  test('keeps empty objects, and large ones in pieces', async () => {
    const large = blob(randomBytes(9 * MEBIBYTE));
    const writer = new PackWriter();
    writer.whole(blob(''));
    const at = writer.whole(large);
    writer.delta(
      at,
      deltaOf(large.bytes.length, 8 * MEBIBYTE, [{ offset: MEBIBYTE, size: 8 * MEBIBYTE }]),
    );
    writer.whole(blob('last'));
    const { text, store } = await unpacked(writer.finish(), { objectBytesMax: 16 * MEBIBYTE });
    expect(await text(gitId(blob('')))).toBe('');
    expect((await store.read(gitId(large)))?.equals(large.bytes)).toBe(true);
    expect(await store.sizeOf(gitId(blob(large.bytes.subarray(MEBIBYTE))))).toBe(8 * MEBIBYTE);
    expect(await text(gitId(blob('last')))).toBe('last');
  });

  test('leaves out what is too large, and what is made of it', async () => {
    const large = blob('x'.repeat(5000));
    const writer = new PackWriter();
    const at = writer.whole(large);
    const made = writer.delta(at, deltaOf(5000, 5, [{ offset: 0, size: 5 }]));
    writer.delta(made, deltaOf(5, 2, [{ offset: 0, size: 2 }]));
    const small = writer.whole(blob('seed'));
    writer.delta(
      small,
      deltaOf(
        4,
        4000,
        Array.from({ length: 1000 }, () => ({ offset: 0, size: 4 })),
      ),
    );
    writer.whole(blob('last'));
    const { store, text } = await unpacked(writer.finish(), { objectBytesMax: 1000 });
    expect(await store.read(gitId(large))).toBeUndefined();
    expect(await store.largeSizeOf(gitId(large))).toBe(5000);
    expect(await text(gitId(blob('last')))).toBe('last');
    expect(await text(gitId(blob('seed')))).toBe('seed');
  });

  test('ends where all of it together is too large', async () => {
    const writer = new PackWriter();
    for (let index = 0; index < 50; index += 1) writer.whole(blob(`${index}`.repeat(1000)));
    const failing = unpacked(writer.finish(), { totalMax: 50_000 });
    await expect(failing).rejects.toMatchObject({ code: 'too_large' });
  });

  test('ends where deltas make more of little than is allowed', async () => {
    const writer = new PackWriter();
    let [at, size] = [writer.whole(blob('x'.repeat(1000))), 1000];
    for (let index = 0; index < 9; index += 1) {
      const parts = Array.from({ length: 2 }, () => ({ offset: 0, size }));
      at = writer.delta(at, deltaOf(size, size * 2, parts));
      size *= 2;
    }
    const failing = unpacked(writer.finish(), { totalMax: 400_000 });
    await expect(failing).rejects.toMatchObject({ code: 'too_large' });
  });

  const broken: [string, () => Buffer][] = [
    ['that is no pack', () => Buffer.from('<html>not found</html>')],
    ['that ends in an object', () => new PackWriter().finish(3)],
    [
      'with an object of more bytes than it says',
      () => {
        const writer = new PackWriter();
        writer.whole(blob('x'.repeat(100_000)), 10);
        return writer.finish();
      },
    ],
    [
      'with a large object of more bytes than it says',
      () => {
        const writer = new PackWriter();
        writer.whole(blob(Buffer.alloc(9 * MEBIBYTE)), 5 * MEBIBYTE);
        return writer.finish();
      },
    ],
    [
      'with an object of fewer bytes than it says',
      () => {
        const writer = new PackWriter();
        writer.whole(blob('short'), 100);
        return writer.finish();
      },
    ],
    [
      'with an object made of itself',
      () => {
        const writer = new PackWriter();
        writer.delta(12, deltaOf(5, 5, ['hello']));
        return writer.finish();
      },
    ],
    [
      'with an object made of an unknown one',
      () => {
        const writer = new PackWriter();
        writer.delta('ab'.repeat(20), deltaOf(5, 5, ['hello']));
        return writer.finish();
      },
    ],
    [
      'with a part beyond the end of the other object',
      () => {
        const writer = new PackWriter();
        const base = writer.whole(blob('hello'));
        writer.delta(base, deltaOf(5, 9, [{ offset: 3, size: 9 }]));
        return writer.finish();
      },
    ],
    [
      'with an instruction of nothing',
      () => {
        const writer = new PackWriter();
        const base = writer.whole(blob('hello'));
        writer.delta(base, Buffer.concat([deltaOf(5, 5, []), Buffer.from([0])]));
        return writer.finish();
      },
    ],
    [
      'of garbage behind its head',
      () => Buffer.concat([new PackWriter().finish(9), randomBytes(500)]),
    ],
  ];

  test.each(broken)('%s is an invalid response', async (_, pack) => {
    const failing = unpacked(pack(), { objectBytesMax: 16 * MEBIBYTE });
    await expect(failing).rejects.toMatchObject({ code: 'invalid_response' });
  });

  test('leaves no unfinished files', async () => {
    const writer = new PackWriter();
    writer.whole(blob(Buffer.alloc(9 * MEBIBYTE)), 5 * MEBIBYTE);
    const folder = await mkdtemp(join(tmpdir(), 'carrel-pack-'));
    const store = new ObjectStore(folder, 'sha1');
    const pack = writer.finish();
    await writeFile(join(folder, 'pack'), pack);
    const file = await open(join(folder, 'pack'));
    const { signal } = new AbortController();
    const limits = { objectBytesMax: 16 * MEBIBYTE, totalMax: 64 * MEBIBYTE, signal };
    await expect(unpack({ file, size: pack.length }, store, limits)).rejects.toMatchObject({
      code: 'invalid_response',
    });
    await file.close();
    expect(await readdir(store.folder)).toEqual([]);
  });
});
