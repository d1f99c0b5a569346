import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createSourceContext, listAll, readText } from '@carrel/testing/sources/source-context.ts';
import { startWebdavServer } from '@carrel/testing/sources/webdav-server.ts';

import type { SourceContext } from '../../source-kind.ts';
import { webdavKind } from './webdav-kind.ts';

let server: Awaited<ReturnType<typeof startWebdavServer>>;

beforeEach(async () => {
  server = await startWebdavServer();
});
afterEach(() => server.stop());

async function open(overrides: Partial<SourceContext> = {}, url = server.url) {
  return webdavKind.open({ kind: 'webdav', url }, await createSourceContext(overrides));
}

const pathsOf = async (...opened: Parameters<typeof open>) =>
  (await listAll(await open(...opened))).objects.map(({ path }) => path).sort();

async function failureOf(...opened: Parameters<typeof open>): Promise<string> {
  try {
    await listAll(await open(...opened));
    return 'none';
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message}`;
  }
}

test('folders are walked one by one, and files read as they were listed', async () => {
  server.put('a.txt', 'one');
  server.put('docs/Über & +%20#?.md', 'two');
  server.put('docs/deep/報告.txt', 'three');
  server.put('docs/Deep/empty.txt', '');
  const connection = await open();
  const { objects } = await listAll(connection);
  expect(objects.map(({ path }) => path).sort()).toEqual([
    'a.txt',
    'docs/Deep/empty.txt',
    'docs/deep/報告.txt',
    'docs/Über & +%20#?.md',
  ]);
  const found = await Promise.all(objects.map((object) => readText(connection, object)));
  expect(found.sort()).toEqual(['', 'one', 'three', 'two']);
  expect(objects[0]).toMatchObject({
    key: '/a.txt',
    size: 3,
    url: `${server.url}a.txt`,
    modifiedAt: new Date('2026-03-01T10:00:00Z'),
  });
  expect(server.requests.filter((line) => line.startsWith('PROPFIND'))).toEqual([
    'PROPFIND /dav/ 1',
    'PROPFIND /dav/docs/ 1',
    'PROPFIND /dav/docs/deep/ 1',
    'PROPFIND /dav/docs/Deep/ 1',
  ]);
});

test('the address may lack its slash, and hrefs may have the host, another encoding or none of ours', async () => {
  server.put('a b.txt', 'one');
  expect(await pathsOf({}, server.url.slice(0, -1))).toEqual(['a b.txt']);
  server.tree.hrefStart = server.origin;
  expect(await pathsOf()).toEqual(['a b.txt']);
  server.extra.set(
    '',
    ['http://elsewhere.example.com/dav/x.txt', '/other/y.txt', '/dav/../z.txt', '/dav/%2e%2e/w.txt']
      .map((href) => `<d:response><d:href>${href}</d:href></d:response>`)
      .join(''),
  );
  expect(await pathsOf()).toEqual(['a b.txt']);
});

test('a server that names the folder by another address is an error, not an empty list', async () => {
  server.put('a.txt', 'one');
  server.tree.hrefStart = 'http://internal.example.com';
  expect(await failureOf()).toBe(
    'invalid_response: The server names this folder http://internal.example.com/dav/. Enter that address.',
  );
});

test('names that are no UTF-8, or hide a slash, are listed and read as the server names them', async () => {
  server.extra.set(
    '',
    ['caf%E9.txt', 'a%2Fb.txt']
      .map(
        (name) =>
          `<d:response><d:href>/dav/${name}</d:href><d:propstat><d:prop><d:getetag>"1"</d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`,
      )
      .join(''),
  );
  server.state.instead = (request, response) => {
    if (request.method !== 'GET') return false;
    response.end(request.url);
    return true;
  };
  const connection = await open();
  const { objects } = await listAll(connection);
  expect(objects.map(({ path }) => path)).toEqual(['caf%E9.txt', 'a%2Fb.txt']);
  expect(await readText(connection, objects[0] as never)).toBe('/dav/caf%E9.txt');
  expect(await readText(connection, objects[1] as never)).toBe('/dav/a%2Fb.txt');
  const outside = { key: '/x', path: '../x', token: '1' };
  await expect(connection.read(outside)).rejects.toMatchObject({ code: 'not_found' });
});

test('Nextcloud keeps a renamed file, opens it by its id, and tells that nothing changed in one request', async () => {
  await server.stop();
  server = await startWebdavServer({ root: '/cloud/remote.php/dav/files/ada/', isNextcloud: true });
  server.put('docs/a.txt', 'one');
  const connection = await open();
  const first = await listAll(connection);
  expect(first.objects[0]).toMatchObject({
    key: 'id:101',
    url: `${server.origin}/cloud/index.php/f/101`,
  });
  server.requests.length = 0;
  const same = await listAll(connection, first.changeToken);
  expect(same).toMatchObject({ isDelta: true, objects: [], changeToken: first.changeToken });
  expect(server.requests).toHaveLength(1);
  server.move('docs/a.txt', 'docs/b.txt');
  const moved = await listAll(connection, first.changeToken);
  expect(moved.isDelta).toBe(false);
  expect(moved.objects).toMatchObject([
    { key: 'id:101', path: 'docs/b.txt', token: first.objects[0]?.token },
  ]);
  expect(await readText(connection, moved.objects[0] as never)).toBe('one');
  const elsewhere = await webdavKind.open(
    { kind: 'webdav', url: `${server.url}docs/` },
    await createSourceContext(),
  );
  expect((await listAll(elsewhere, moved.changeToken)).objects).toHaveLength(1);
});

test('a file that changed or went since it was listed is refused', async () => {
  server.put('a.txt', 'one');
  const connection = await open();
  const [object] = (await listAll(connection)).objects;
  server.put('a.txt', 'two');
  await expect(connection.read(object as never)).rejects.toThrow('changed since it was listed');
  server.files.delete('a.txt');
  await expect(connection.read(object as never)).rejects.toMatchObject({ code: 'not_found' });
});

test('a server whose files have other ETags than their lists is read all the same', async () => {
  server.tree.etagSuffix = '-gzip';
  server.put('a.txt', 'one');
  const connection = await open();
  const [object] = (await listAll(connection)).objects;
  expect(await readText(connection, object as never)).toBe('one');
});

const tokens = async () => (await listAll(await open())).objects.map(({ token }) => token);

test('without ETags a change is told by size and date', async () => {
  server.tree.hasEtags = false;
  server.put('a.txt', 'one');
  const first = await tokens();
  expect(await tokens()).toEqual(first);
  server.put('a.txt', 'longer');
  expect(await tokens()).not.toEqual(first);
});

test('people sign in by a name and a password, or a token', async () => {
  server.put('a.txt', 'one');
  const pair = { username: 'ada', password: 'pässword' };
  server.tree.authorization = `Basic ${Buffer.from('ada:pässword').toString('base64')}`;
  expect(await pathsOf({ secret: pair })).toEqual(['a.txt']);
  expect(await failureOf({ secret: { ...pair, password: 'no' } })).toMatch(/^sign_in: /);
  expect(await failureOf()).toMatch(/^sign_in: /);
  server.tree.authorization = 'Bearer abc';
  expect(await pathsOf({ secret: { password: ' abc\n' } })).toEqual(['a.txt']);
  expect(await failureOf({ secret: { password: 'a\nb' } })).toMatch(/^sign_in: The token has/);
});

test('a folder larger than a page comes in pages, also where what was kept of it is lost', async () => {
  for (let file = 0; file < 2500; file += 1) server.put(`big/${file}.txt`, 'x');
  server.put('small/a.txt', 'x');
  const { objects, pages } = await listAll(await open());
  expect(new Set(objects.map(({ key }) => key)).size).toBe(2501);
  expect(objects).toHaveLength(2501);
  expect(pages).toBe(3);
  expect(objects.at(-1)?.modifiedAt).toEqual(new Date('2026-03-01T10:00:00Z'));

  const context = await createSourceContext();
  const connection = await webdavKind.open({ kind: 'webdav', url: server.url }, context);
  const first = await connection.list({ cursor: undefined, since: undefined });
  for (const file of await readdir(context.workFolder)) await rm(join(context.workFolder, file));
  const keys = new Set(first.objects.map(({ key }) => key));
  let cursor = first.next;
  while (cursor !== undefined) {
    const page = await connection.list({ cursor, since: undefined });
    for (const { key } of page.objects) keys.add(key);
    cursor = page.next;
  }
  expect(keys.size).toBe(2501);
  expect(await readdir(context.workFolder)).toEqual([]);
});
