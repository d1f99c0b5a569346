import { afterEach, beforeEach, expect, test } from 'vitest';

import { startS3SourceServer } from '@carrel/testing/sources/s3-server.ts';
import { createSourceContext, listAll, readText } from '@carrel/testing/sources/source-context.ts';

import type { SourceContext } from '../../source-kind.ts';
import { s3Kind } from './s3-kind.ts';

let store: Awaited<ReturnType<typeof startS3SourceServer>>;

beforeEach(async () => {
  store = await startS3SourceServer();
});
afterEach(() => store.stop());

async function open(place: { prefix?: string } = {}, overrides: Partial<SourceContext> = {}) {
  const context = await createSourceContext({ secret: store.secret, ...overrides });
  return s3Kind.open({ kind: 's3', endpoint: store.endpoint, bucket: 'papers', ...place }, context);
}

test('objects are listed with their names, sizes, dates and ETags, page by page', async () => {
  store.bucket.pageSize = 2;
  store.put('a.txt', 'one');
  store.put('empty.md', '');
  store.put('sub/b.txt', 'two');
  store.put('sub/', '');
  store.put('Sub/B.txt', 'three');
  const { objects, pages } = await listAll(await open());
  expect(objects.map(({ path }) => path)).toEqual(['Sub/B.txt', 'a.txt', 'empty.md', 'sub/b.txt']);
  expect(pages).toBe(3);
  expect(objects[1]).toEqual({
    key: 'a.txt',
    path: 'a.txt',
    token: '"f97c5d29941bfb1b2fdab0874906ab82"',
    size: 3,
    modifiedAt: new Date('2026-03-01T10:00:00Z'),
  });
});

test('names with every kind of character are listed and read', async () => {
  const names = [
    'Über & <b>.txt',
    'a+b c%20.md',
    '報告/第一.txt',
    "it's (1)!*.txt",
    'a=b?c#d.txt',
    '\u0001.txt',
    'a//b.txt',
  ];
  for (const name of names) store.put(name, `text of ${name}`);
  const connection = await open();
  const { objects } = await listAll(connection);
  expect(objects.map(({ path }) => path).sort()).toEqual([...names].sort());
  for (const object of objects) {
    expect(await readText(connection, object)).toBe(`text of ${object.path}`);
  }
  store.bucket.hasEncoding = false;
  const again = await listAll(connection);
  expect(again.objects.map(({ key }) => key).sort()).toEqual([...names].sort());
});

test('hostile names are returned as they are, and never read from elsewhere', async () => {
  const names = ['../secret.txt', '/absolute.txt', 'a\\b.txt', '...', `${'x'.repeat(5000)}.txt`];
  for (const name of names) store.put(name, 'x');
  const connection = await open();
  const { objects } = await listAll(connection);
  expect(objects.map(({ path }) => path).sort()).toEqual([...names].sort());
  const asked = store.requests.length;
  const outside = objects.find(({ key }) => key.startsWith('../'));
  if (outside === undefined) throw new Error('it is not listed');
  await expect(connection.read(outside)).rejects.toMatchObject({ code: 'invalid_response' });
  expect(store.requests).toHaveLength(asked);
});

const paths = async (prefix: string) =>
  (await listAll(await open({ prefix }))).objects.map(({ path }) => path);

test('a prefix limits the list, and its folder is not part of the paths', async () => {
  for (const key of ['docs/a.txt', 'docs/sub/b.txt', 'docs2/c.txt', 'other.txt'])
    store.put(key, 'x');
  expect(await paths('docs/')).toEqual(['a.txt', 'sub/b.txt']);
  expect(await paths('/docs/')).toEqual(['a.txt', 'sub/b.txt']);
  expect(await paths('docs/s')).toEqual(['sub/b.txt']);
  expect(await paths('docs')).toEqual(['docs/a.txt', 'docs/sub/b.txt', 'docs2/c.txt']);
});

test('objects outside of the prefix are left out where a store ignores it', async () => {
  store.put('other.txt', 'x');
  store.state.instead = (request) => {
    request.url = request.url?.replace(/&prefix=[^&]*/, '');
    return false;
  };
  const connection = await open({ prefix: 'docs/' }, { secret: undefined });
  store.bucket.isPublic = true;
  expect((await listAll(connection)).objects).toEqual([]);
});

test('another process goes on with a cursor', async () => {
  store.bucket.pageSize = 1;
  store.put('a', '1');
  store.put('b', '2');
  const { next } = await (await open()).list({ cursor: undefined, since: undefined });
  const page = await (await open()).list({ cursor: next, since: undefined });
  expect(page.objects.map(({ key }) => key)).toEqual(['b']);
  expect(page.next).toBeUndefined();
});

test('a public bucket needs no key', async () => {
  store.bucket.isPublic = true;
  store.put('a.txt', 'open');
  const connection = await open({}, { secret: undefined });
  const { objects } = await listAll(connection);
  expect(await readText(connection, objects[0] as never)).toBe('open');
});

test('an object that changed since it was listed is refused, also by stores without conditions', async () => {
  store.put('a.txt', 'first');
  const connection = await open();
  const [object] = (await listAll(connection)).objects;
  store.put('a.txt', 'other');
  const changed = { code: 'invalid_response', message: /^It has changed since it was listed/ };
  const refused = () =>
    connection.read(object as never).then(
      () => undefined,
      (error: Error & { code: string }) => error,
    );
  for (const hasConditions of [true, false]) {
    store.bucket.hasConditions = hasConditions;
    const error = await refused();
    expect(error?.code).toBe(changed.code);
    expect(error?.message).toMatch(changed.message);
  }
  store.objects.delete('a.txt');
  expect((await refused())?.code).toBe('not_found');
});

test('objects without ETags are told apart by size and date, and never taken for each other', async () => {
  store.put('a.txt', 'same', { etag: '' });
  store.put('b.txt', 'same', { etag: '' });
  const connection = await open();
  const first = await listAll(connection);
  expect(new Set(first.objects.map(({ token }) => token)).size).toBe(2);
  expect(await readText(connection, first.objects[0] as never)).toBe('same');
  store.put('a.txt', 'same', { etag: '', modifiedAt: new Date('2026-04-01T00:00:00Z') });
  const second = await listAll(connection);
  expect(second.objects.map(({ token }, at) => token === first.objects[at]?.token)).toEqual([
    false,
    true,
  ]);
});

test('a larger object than is allowed is not read', async () => {
  store.put('large.txt', 'x'.repeat(2000));
  const connection = await open({}, { objectBytesMax: 1000 });
  const [object] = (await listAll(connection)).objects;
  const asked = store.requests.length;
  await expect(connection.read(object as never)).rejects.toMatchObject({ code: 'too_large' });
  expect(store.requests).toHaveLength(asked);
  // Also where the list says otherwise.
  await expect(readText(connection, { ...object, size: undefined } as never)).rejects.toMatchObject(
    { code: 'too_large' },
  );
});
