import { afterEach, expect, test } from 'vitest';

import type { PlaceOf } from '@carrel/shared/contract/sources';

import { startMicrosoftServer } from '@carrel/testing/sources/microsoft-server.ts';
import { createSourceContext, listAll, readText } from '@carrel/testing/sources/source-context.ts';
import type { SourceContext } from '../../source-kind.ts';
import { createMicrosoftKind } from './microsoft-kind.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function start() {
  const server = await startMicrosoftServer();
  ends.push(() => server.stop());
  const open = async (
    place: Omit<PlaceOf<'microsoft'>, 'kind'> = {},
    overrides: Partial<SourceContext> = {},
  ) => {
    const context = await createSourceContext(overrides);
    ends.push(() => context.close());
    return createMicrosoftKind({ api: server.url }).open({ kind: 'microsoft', ...place }, context);
  };
  return { server, open };
}

const pathsOf = (objects: readonly { path: string }[]) => objects.map(({ path }) => path).sort();

test('lists the files of a OneDrive by folders, and reads them without the token', async () => {
  const { server, open } = await start();
  server.folder('mine', 'f', 'Größe');
  server.folder('mine', 'g', 'Below', 'f');
  server.file('mine', 'a', 'a.txt', 'A');
  server.file('mine', 'b', 'b.txt', 'B', 'g');
  server.file('mine', 'c', '../c.txt', '', 'f');
  const connection = await open();
  const { objects, isDelta } = await listAll(connection);
  expect(isDelta).toBe(false);
  expect(pathsOf(objects)).toEqual(['Größe/.._c.txt', 'Größe/Below/b.txt', 'a.txt']);
  expect(objects.find(({ key }) => key === 'mine/a')).toMatchObject({
    size: 1,
    url: 'https://example.sharepoint.com/a',
    metadata: { author: 'Ann' },
    modifiedAt: new Date('2024-07-01T10:00:00Z'),
  });
  const texts = await Promise.all(objects.map((object) => readText(connection, object)));
  expect(texts.sort()).toEqual(['', 'A', 'B']);
});

test('the libraries of a site are folders, and each goes on where it ended', async () => {
  const { server, open } = await start();
  const place = { site_url: 'https://example.sharepoint.com/sites/Legal/' };
  for (let at = 0; at < 5; at += 1) server.file('Documents', `d${at}`, `d${at}.txt`, 'D');
  server.file('Plans', 'p', 'p.txt', 'P');
  let page = await (await open(place)).list({ cursor: undefined, since: undefined });
  const objects = [...page.objects];
  while (page.next !== undefined) {
    page = await (await open(place)).list({ cursor: page.next, since: undefined });
    objects.push(...page.objects);
  }
  expect(pathsOf(objects)).toEqual([
    ...[0, 1, 2, 3, 4].map((at) => `Documents/d${at}.txt`),
    'Plans/p.txt',
  ]);
  server.file('Plans', 'q', 'q.txt', 'Q');
  const second = await listAll(await open(place), page.changeToken);
  expect(second.isDelta).toBe(true);
  expect(pathsOf(second.objects)).toEqual(['Plans/q.txt']);
  server.state.libraries.push('New');
  expect((await listAll(await open(place), second.changeToken)).isDelta).toBe(false);
  await expect(
    listAll(await open({ site_url: 'https://example.sharepoint.com/sites/No' })),
  ).rejects.toMatchObject({ code: 'not_found' });
});

test('a folder limits what is listed, in any case, and what leaves it is gone', async () => {
  const { server, open } = await start();
  server.folder('mine', 'f', 'Plans');
  server.folder('mine', 'g', 'Plans 2');
  server.file('mine', 'a', 'a.txt', 'A', 'f');
  server.file('mine', 'b', 'b.txt', 'B', 'g');
  const place = { folder: '/Plans/' };
  const first = await listAll(await open(place));
  expect(pathsOf(first.objects)).toEqual(['a.txt']);
  server.file('mine', 'a', 'a.txt', 'A', 'g');
  server.file('mine', 'c', 'c.txt', 'C', 'f');
  const second = await listAll(await open(place), first.changeToken);
  expect(second).toMatchObject({ isDelta: true, gone: ['mine/a'] });
  expect(pathsOf(second.objects)).toEqual(['c.txt']);
  await expect(listAll(await open({ folder: 'Plan' }))).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('a later run lists what changed, also where the folders above are told of', async () => {
  const { server, open } = await start();
  server.folder('mine', 'f', 'Plans');
  for (const id of ['a', 'b', 'c']) server.file('mine', id, `${id}.txt`, id, 'f');
  const first = await listAll(await open());
  server.file('mine', 'a', 'renamed.txt', 'a', 'f');
  server.file('mine', 'b', 'b.txt', 'other', 'f');
  server.remove('mine', 'c');
  const second = await listAll(await open(), first.changeToken);
  expect(second).toMatchObject({ isDelta: true, gone: ['mine/c'] });
  expect(pathsOf(second.objects)).toEqual(['Plans/b.txt', 'Plans/renamed.txt']);
  const third = await listAll(await open(), second.changeToken);
  expect(third).toMatchObject({ isDelta: true, objects: [], gone: [] });
});

test.each(['renamed', 'moved', 'deleted', 'new'])(
  'a folder that is %s lists everything again',
  async (how) => {
    const { server, open } = await start();
    server.folder('mine', 'f', 'Plans');
    server.folder('mine', 'g', 'Other');
    server.file('mine', 'a', 'a.txt', 'A', 'f');
    const { changeToken } = await listAll(await open());
    if (how === 'renamed') server.folder('mine', 'f', 'Drafts');
    if (how === 'moved') server.folder('mine', 'f', 'Plans', 'g');
    if (how === 'deleted') server.remove('mine', 'f');
    if (how === 'new') server.folder('mine', 'h', 'New');
    const second = await listAll(await open(), changeToken);
    expect(second.isDelta).toBe(false);
    const path = { renamed: 'Drafts/a.txt', moved: 'Other/Plans/a.txt', new: 'Plans/a.txt' }[how];
    expect(pathsOf(second.objects)).toEqual(path === undefined ? [] : [path]);
  },
);

test('a link that has expired lists everything again, and ends a list in the middle', async () => {
  const { server, open } = await start();
  for (const id of ['a', 'b', 'c', 'd']) server.file('mine', id, `${id}.txt`, id);
  const connection = await open();
  const { changeToken } = await listAll(connection);
  const { next } = await connection.list({ cursor: undefined, since: undefined });
  server.state.expiredBefore = 1000;
  const second = await connection.list({ cursor: undefined, since: changeToken });
  expect(second.isDelta).toBeUndefined();
  await expect(connection.list({ cursor: next, since: undefined })).rejects.toMatchObject({
    code: 'invalid_response',
  });
});

test.each([
  ['leads to another host', { value: [], '@odata.nextLink': 'https://elsewhere.example/v1.0/x' }],
  ['repeats', { value: [], '@odata.nextLink': 'SAME' }],
  ['has no end', { value: [] }],
  ['is rubbish', []],
])('a page that %s is an invalid response', async (_name, json) => {
  const { server, open } = await start();
  const same = `${server.url}/v1.0/drives/mine/root/delta?token=0,2`;
  server.faults.push({
    when: /delta/,
    times: 5,
    json: JSON.parse(JSON.stringify(json).replace('SAME', same)),
  });
  await expect(listAll(await open())).rejects.toMatchObject({ code: 'invalid_response' });
  expect(server.requests.filter((line) => line.includes('delta')).length).toBeLessThan(4);
});

test('a refusal, a token that has ended, and too many requests have their meaning', async () => {
  const { server, open } = await start();
  server.file('mine', 'a', 'a.txt', 'A');
  server.faults.push({ when: /delta/, status: 429, headers: { 'Retry-After': '0' } });
  const connection = await open();
  const { objects } = await listAll(connection);
  const [object] = objects;
  if (object === undefined) throw new Error('Nothing is listed');
  server.faults.push({ when: /items/, status: 403 });
  await expect(readText(connection, object)).rejects.toMatchObject({ code: 'forbidden' });
  server.faults.push({ when: /download/, status: 404 });
  const failure = await readText(connection, object).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'not_found' });
  expect(JSON.stringify(failure) + String(failure)).not.toContain('tempauth');
  server.faults.push({ when: /delta/, status: 429, headers: { 'Retry-After': '600' } });
  await expect(listAll(await open())).rejects.toMatchObject({ code: 'rate_limited' });
  server.state.token = 'another';
  await expect(listAll(await open())).rejects.toMatchObject({ code: 'not_connected' });
});
