import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { CHANGED, describeFault, NO_FILE, NOT_UTF8, SYMBOLIC_LINK } from './describe-fault.ts';
import { findFiles, findNamed } from './find-files.ts';
import { hashFiles } from './hash-files.ts';
import { FileChanged } from './local-file.ts';
import type { LocalFile } from './local-file.ts';

const { signal } = new AbortController();
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-cli-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (name: string | Buffer, text = 'x') =>
  writeFile(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name)]), text);

const reasons = async () =>
  Object.fromEntries(
    (await findFiles(folder, signal)).map((each) => [each.path, 'fault' in each ? each.fault : '']),
  );

describe('the files of a folder', () => {
  test('are found at any depth, with paths from the folder on', async () => {
    await mkdir(path.join(folder, 'sub/deep'), { recursive: true });
    await mkdir(path.join(folder, 'empty'));
    await write('a.md');
    await write('sub/deep/b.md');
    expect(await reasons()).toEqual({ 'a.md': '', 'sub/deep/b.md': '' });
    const named = await findNamed(path.join(folder, 'sub'), signal);
    expect(named.map((each) => each.path)).toEqual(['sub/deep/b.md']);
  });

  test('are not those that links lead to, whatever they are', async () => {
    await write('a.md');
    await symlink(folder, path.join(folder, 'circle'));
    await symlink('a.md', path.join(folder, 'link.md'));
    await symlink('gone', path.join(folder, 'broken'));
    expect(await reasons()).toEqual({
      'a.md': '',
      circle: SYMBOLIC_LINK,
      'link.md': SYMBOLIC_LINK,
      broken: SYMBOLIC_LINK,
    });
  });

  test('are no pipes, and have names in UTF-8', async () => {
    execFileSync('mkfifo', [path.join(folder, 'pipe')]);
    await write(Buffer.from([0x62, 0xff]));
    expect(await reasons()).toEqual({ pipe: NO_FILE, 'b\ufffd': NOT_UTF8 });
  });

  test('that is not there, or is none, fail with a sentence', async () => {
    await write('a.md');
    await expect(findFiles(path.join(folder, 'gone'), signal)).rejects.toThrow(/was deleted/u);
    await expect(findFiles(path.join(folder, 'a.md'), signal)).rejects.toThrow('is no folder');
  });
});

const read = async (change: (file: LocalFile) => Promise<void>) => {
  await write('a.md', 'before');
  const [found] = await findFiles(folder, signal);
  if (found === undefined || !('file' in found)) throw new Error('There is no file');
  await change(found.file);
  const options = { signal, cache: new Map(), onRead: () => undefined };
  return hashFiles([found], options);
};

describe('a file that is read', () => {
  test('has its size and both checksums', async () => {
    const { hashes } = await read(() => Promise.resolve());
    expect(hashes.get('a.md')).toEqual({
      size: 6,
      crc32: 3627769262,
      sha256: '6db7d803e74f1ffa7d8f5adc0bf95b3e15bf4c8373fffadf546227cc6c6742cb',
    });
  });

  test('has a reason where it changed or went since it was found, be it of the same size', async () => {
    for (const change of [
      () => write('a.md', 'other!'),
      () => write('a.md', 'longer than before'),
      () => rm(path.join(folder, 'a.md')),
    ]) {
      const { hashes, faults } = await read(change);
      expect([[...hashes], [...faults]]).toEqual([[], [['a.md', CHANGED]]]);
    }
  });
});

test('each reason is a sentence', () => {
  const file = { absolute: '/a', size: 1, modified: 1n, inode: 1n };
  const failures = ['EACCES', 'EPERM', 'ENOENT', 'EIO'].map((code) => ({ code }));
  const sentences = [...failures, new FileChanged(file)].map((error) => describeFault(error));
  expect(sentences.slice(0, 2)).toEqual(
    Array.from({ length: 2 }, () => 'You have no permission to read this file.'),
  );
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/u);
});
