import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { random } from '@carrel/testing/faults/seed.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { buildMail } from '@carrel/testing/mails/build-mail.ts';
import { buildOutlook } from '@carrel/testing/mails/build-outlook.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { openFolderStorage } from '../../platform/storage/folder/folder-storage.ts';
import type { UnpackOutput } from './tasks.ts';
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts';
import { readArchive } from '../zip/read-archive.ts';
import type { ArchiveLimits } from '../zip/read-directory.ts';

const LIMITS = { maxEntries: 10_000, maxUnpackedBytes: 64 * 1024 * 1024 };
const ROUNDS = hardCount(60, 2000);

let directory: string;
let pool: WorkerPool;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'carrel-unpack-'));
  await openFolderStorage(directory);
  pool = createWorkerPool({
    size: 1,
    idleMilliseconds: 10_000,
    heapMegabytes: 192,
    memoryMegabytes: 512,
  });
});
afterAll(async () => {
  pool.close();
  await rm(directory, { recursive: true });
});

/** Unpacks files that are stored beside each other, in a worker. */
async function unpack(
  files: Record<string, Buffer>,
  limits: ArchiveLimits = LIMITS,
): Promise<UnpackOutput> {
  await writeFile(join(directory, 'stored'), Buffer.concat(Object.values(files)));
  let at = 0;
  const containers = Object.entries(files).map(([path, bytes]) => {
    const size = bytes.length;
    at += size;
    const location = {
      dataOffset: at - size,
      compressedSize: size,
      size,
      method: 0,
      crc32: crc32(bytes),
    };
    return { path, name: path.split('/').at(-1) ?? '', location };
  });
  const storage = { kind: 'folder' as const, directory };
  const input = { storage, key: 'stored', to: 'inside', containers, limits };
  return pool.run('unpack', input, { timeoutMilliseconds: 30_000 });
}

/** The paths of the archive, of which every file can be read. */
async function written(): Promise<string[]> {
  const source = await (await openFolderStorage(directory)).open('inside');
  const paths: string[] = [];
  for await (const { path, fault } of readArchive(source, LIMITS)) {
    expect(fault).toBeUndefined();
    paths.push(path);
  }
  await source.close();
  return paths;
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `${at}.txt`, content: `${at}` }));

test('attachments of messages of Outlook, of mails and files of archives are in one archive', async () => {
  const files = [{ name: 'note.txt', content: 'Five pumps.' }];
  const { containers } = await unpack({
    'a.msg': buildOutlook({ '0037': 'Pumps' }, files),
    'b.eml': buildMail('Text.', files),
    'f/c.zip': buildZip(files),
    'd.eml': Buffer.from('%PDF-1.7 of a wrong name'),
  });
  expect(containers.map(({ files: count }) => count)).toEqual([1, 1, 1, 0]);
  expect(await written()).toEqual(['a.msg/note.txt', 'b.eml/note.txt', 'f/c.zip/note.txt']);
});

test('I4: more than 1,000 files are refused: of an archive all, of a mail those beyond', async () => {
  const { containers } = await unpack({
    'a.zip': buildZip(numbered(1001)),
    'b.eml': buildMail('Text.', numbered(1001)),
    'c.zip': buildZip(numbered(1000)),
  });
  expect(containers).toMatchObject([
    { files: 0, error: expect.stringContaining('more than 1,000 files') as string },
    { files: 1000, refused: 1, named: [{ name: '1000.txt' }] },
    { files: 1000, refused: 0 },
  ]);
});

test('I4: what unpacks to more than an archive may is refused, or left for another archive', async () => {
  const zeros = Buffer.alloc(40 * 1024 * 1024);
  const bomb = buildZip([{ name: 'zeros', content: zeros }]);
  const { containers } = await unpack({ 'a.zip': bomb, 'b.zip': bomb });
  expect(containers).toMatchObject([{ files: 1 }, { files: 0, isLeft: true }]);
  const tooMuch = buildZip([
    { name: '1', content: zeros },
    { name: '2', content: zeros },
  ]);
  expect((await unpack({ 'a.zip': tooMuch })).containers).toMatchObject([
    { files: 0, error: expect.stringContaining('would unpack to more than 64 MB') as string },
  ]);
});

test('I4: a hostile archive inside is refused by the rules of every archive', async () => {
  const outside = buildZip([{ name: '../out.txt', content: 'x' }]);
  const shared = buildZip([
    { name: 'a', content: 'bytes' },
    { name: 'b', content: 'bytes', directoryOnly: true, offset: 0 },
  ]);
  const locked = buildZip([
    { name: 'locked.txt', content: 'x', flags: 1 },
    { name: 'open.txt', content: 'x' },
  ]);
  const { containers } = await unpack({ 'a.zip': outside, 'b.zip': shared, 'c.zip': locked });
  expect(containers).toMatchObject([
    { files: 0, error: expect.stringContaining('points outside the archive') as string },
    { files: 0, error: expect.stringContaining('The archive') as string },
    { files: 1, refused: 1, named: [{ name: 'locked.txt' }] },
  ]);
});

test('a container at a path inside of another one is left for another archive', async () => {
  const { containers } = await unpack({
    'a.zip': buildZip([{ name: 'b.eml/x.txt', content: 'x' }]),
    'a.zip/b.eml': buildMail('Text.', [{ name: 'x.txt', content: 'y' }]),
  });
  expect(containers).toMatchObject([{ files: 1 }, { isLeft: true }]);
});

test(`I5: ${ROUNDS} damaged containers neither hang nor end their worker`, async () => {
  const next = random();
  const files = numbered(3);
  const whole = [
    ['a.msg', buildOutlook({ '0037': 'Pumps', '1000': 'Text.' }, files)],
    ['a.eml', buildMail('Text.', files)],
    ['a.zip', buildZip(files)],
  ] as const;
  for (let round = 0; round < ROUNDS; round += 1) {
    const [path, bytes] = whole[round % whole.length] ?? whole[0];
    let damaged = Buffer.from(bytes);
    for (let flips = 0; flips < 1 + next() * 20; flips += 1) {
      const at = Math.floor(next() * damaged.length);
      damaged.writeUInt8((damaged[at] ?? 0) ^ (1 << Math.floor(next() * 8)), at);
    }
    if (next() < 0.3) damaged = damaged.subarray(0, Math.floor(next() * damaged.length));
    const { containers } = await unpack({ [path]: damaged });
    expect(containers).toHaveLength(1);
  }
  expect(await readdir(join(directory, 'incoming'))).toEqual([]);
}, 300_000);
