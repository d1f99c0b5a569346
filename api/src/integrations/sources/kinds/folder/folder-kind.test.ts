import { execFileSync } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  realpath,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { beforeEach, expect, test } from 'vitest';

import { createSourceContext, listAll, readText } from '@carrel/testing/sources/source-context.ts';

import type { SourceContext } from '../../source-kind.ts';
import { folderKind } from './folder-kind.ts';

let allowed: string;
let root: string;

beforeEach(async () => {
  allowed = await realpath(await mkdtemp(join(tmpdir(), 'carrel-folder-')));
  root = join(allowed, 'share');
  await mkdir(root);
});

async function put(path: string, text = 'text') {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

async function open(path = root, overrides: Partial<SourceContext> = {}) {
  const context = await createSourceContext({ allowedFolders: [allowed], ...overrides });
  return folderKind.open({ kind: 'folder', path }, context);
}

async function listed(...opened: Parameters<typeof open>) {
  return (await listAll(await open(...opened))).objects;
}

const pathsOf = async (...opened: Parameters<typeof open>) =>
  (await listed(...opened)).map(({ path }) => path);

async function failureOf(...opened: Parameters<typeof open>): Promise<string> {
  try {
    await listed(...opened);
    return 'none';
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message}`.replaceAll(allowed, '');
  }
}

test('files are listed in a stable order, and read', async () => {
  for (const path of ['b.txt', 'B.txt', 'a/z.txt', 'a/über.md', 'a.txt', 'empty.txt', 'a\\b.txt']) {
    await put(path, path === 'empty.txt' ? '' : `text of ${path}`);
  }
  const connection = await open();
  const { objects } = await listAll(connection);
  expect(objects.map(({ path }) => path)).toEqual([
    'B.txt',
    'a/z.txt',
    'a/über.md',
    'a.txt',
    'a\\b.txt',
    'b.txt',
    'empty.txt',
  ]);
  expect(objects[1]).toMatchObject({ key: '/a/z.txt', size: 15, modifiedAt: expect.any(Date) });
  expect(await readText(connection, objects[2] as never)).toBe('text of a/über.md');
  expect(await listed()).toEqual(objects);
});

test('names that are no UTF-8 are listed and read', async () => {
  await writeFile(
    Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9, 0x2e, 0x74])]),
    'x',
  );
  const connection = await open();
  const [object] = (await listAll(connection)).objects;
  expect(object?.path).toBe('caf\ufffd.t');
  expect(await readText(connection, object as never)).toBe('x');
});

test('pages go on where the last one ended, also in another process', async () => {
  for (let file = 0; file < 2100; file += 1) await put(`f${file % 3}/${file}.txt`);
  const { objects, pages } = await listAll(await open());
  expect([objects.length, pages]).toEqual([2100, 3]);
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await (await open()).list({ cursor, since: undefined });
    found.push(...page.objects.map(({ key }) => key));
    // Where it stood may be gone.
    if (page.next !== undefined) await rm(join(root, found.at(-1) ?? ''));
    cursor = page.next;
  } while (cursor !== undefined);
  expect(found).toEqual(objects.map(({ key }) => key));
});

test('links are followed to files of the folder alone', async () => {
  await put('real.txt', 'inside');
  await put('sub/b.txt');
  await writeFile(join(allowed, 'secret.txt'), 'outside');
  await mkdir(join(allowed, 'share2'));
  await writeFile(join(allowed, 'share2/c.txt'), 'outside');
  const links = {
    'inside.txt': 'real.txt',
    'out.txt': '../secret.txt',
    'passwd.txt': '/etc/passwd',
    'broken.txt': 'nowhere',
    'round.txt': 'round.txt',
    'sub/up': '..',
    beside: join(allowed, 'share2'),
  };
  for (const [path, target] of Object.entries(links)) await symlink(target, join(root, path));
  const connection = await open();
  const { objects } = await listAll(connection);
  expect(objects.map(({ path }) => path)).toEqual(['inside.txt', 'real.txt', 'sub/b.txt']);
  expect(await readText(connection, objects[0] as never)).toBe('inside');
});

test('a file or folder that becomes a link after the list is not read through it', async () => {
  await put('a.txt', 'inside');
  await put('sub/b.txt', 'inside');
  await mkdir(join(allowed, 'other'));
  await writeFile(join(allowed, 'other/b.txt'), 'outside');
  const connection = await open();
  const [a, b] = (await listAll(connection)).objects;
  await rm(join(root, 'a.txt'));
  await symlink(join(allowed, 'other/b.txt'), join(root, 'a.txt'));
  await rm(join(root, 'sub'), { recursive: true });
  await symlink(join(allowed, 'other'), join(root, 'sub'));
  for (const object of [a, b]) {
    await expect(readText(connection, object as never)).rejects.toMatchObject({
      code: 'not_found',
    });
  }
  const crafted = { key: '/../other/b.txt', path: 'b.txt', token: 'x' };
  await expect(readText(connection, crafted)).rejects.toMatchObject({ code: 'not_found' });
});

test('pipes and sockets are left out, and one that took the place of a file does not hang', async () => {
  await put('a.txt');
  await put('b.txt');
  execFileSync('mkfifo', [join(root, 'pipe')]);
  const server = createServer().listen(join(root, 'socket'));
  const connection = await open();
  const { objects } = await listAll(connection);
  expect(objects.map(({ path }) => path)).toEqual(['a.txt', 'b.txt']);
  await rm(join(root, 'a.txt'));
  execFileSync('mkfifo', [join(root, 'a.txt')]);
  await expect(readText(connection, objects[0] as never)).rejects.toMatchObject({
    code: 'not_found',
  });
  server.close();
});

test('a change is told although its size and time are the same, and ends the reading', async () => {
  await put('a.txt', 'one');
  const connection = await open();
  const [object] = (await listAll(connection)).objects;
  const time = object?.modifiedAt ?? new Date();
  await put('a.txt', 'two');
  await utimes(join(root, 'a.txt'), time, time);
  const [changed] = (await listAll(connection)).objects;
  expect(changed?.size).toBe(3);
  expect(changed?.token).not.toBe(object?.token);
  await expect(readText(connection, object as never)).rejects.toThrow(
    'changed since it was listed',
  );
  const pieces = await connection.read(changed as never);
  await put('a.txt', 'three');
  const all = async () => {
    for await (const piece of pieces) expect(piece.byteLength).toBeGreaterThan(0);
  };
  await expect(all()).rejects.toMatchObject({ code: 'invalid_response' });
});

test('a larger file than is allowed is not read, and one that is gone is not found', async () => {
  await put('a.txt', 'x'.repeat(2000));
  const connection = await open(root, { objectBytesMax: 1000 });
  const [object] = (await listAll(connection)).objects;
  await expect(connection.read(object as never)).rejects.toMatchObject({ code: 'too_large' });
  await rm(join(root, 'a.txt'));
  await expect(connection.read(object as never)).rejects.toMatchObject({ code: 'not_found' });
});

test('only folders below an allowed one are read, and nothing is told of others', async () => {
  await put('sub/a.txt');
  expect(await pathsOf(join(root, 'sub'))).toEqual(['a.txt']);
  expect(await pathsOf(`${root}/`)).toEqual(['sub/a.txt']);
  await mkdir(join(allowed, '../carrel-outside'), { recursive: true });
  await symlink('/etc', join(allowed, 'etc'));
  await symlink(root, join(allowed, 'link'));
  expect(await pathsOf(join(allowed, 'link'))).toEqual(['sub/a.txt']);
  const outside = [
    '/etc',
    '/nowhere',
    `${allowed}-other`,
    `${root}/../../..`,
    'share',
    join(allowed, 'etc'),
    `${root}\0`,
  ];
  for (const path of outside) expect(await failureOf(path)).toMatch(/^not_allowed: /);
  expect(await failureOf(root, { allowedFolders: [] })).toMatch(/^not_allowed: /);
});

test('a folder that is missing or empty, as of a share that is not mounted, is an error', async () => {
  const missing =
    'not_found: There is no folder "/nowhere" on this server. Where it is a share, check that it is mounted.';
  expect(await failureOf(join(allowed, 'nowhere'))).toBe(missing);
  expect(await failureOf()).toBe(
    'not_found: The folder "/share" is empty. Where it is a share, check that it is mounted.',
  );
  await put('a.txt');
  expect(await failureOf(join(root, 'a.txt'))).toMatch(/^not_found: There is no folder/);
});

test('a share that is unmounted in the middle ends the run', async () => {
  for (let file = 0; file < 1100; file += 1) await put(`sub/${file}.txt`);
  for (const isSameProcess of [true, false]) {
    const connection = await open();
    const { next } = await connection.list({ cursor: undefined, since: undefined });
    await rename(root, `${root}-away`);
    await mkdir(root);
    const goOn = async () =>
      (isSameProcess ? connection : await open()).list({ cursor: next, since: undefined });
    await expect(goOn()).rejects.toMatchObject({ code: 'not_found' });
    await rm(root, { recursive: true });
    await rename(`${root}-away`, root);
  }
});

test('a folder that cannot be read ends the run, unless it is left out', async () => {
  await put('closed/a.txt');
  await put('open.txt');
  const left = { isLeftOut: (path: string) => path === 'closed' };
  expect(await pathsOf(root, left)).toEqual(['open.txt']);
  // The superuser reads everything.
  if (process.getuid?.() === 0) return;
  await chmod(join(root, 'closed'), 0o000);
  expect(await failureOf()).toMatch(/^forbidden: The server may not read "closed"/);
  expect(await pathsOf(root, left)).toEqual(['open.txt']);
  await chmod(join(root, 'closed'), 0o700);
});
