import { afterEach, expect, test } from 'vitest';

import {
  DRIVE_FOLDER,
  startGoogleDriveServer,
} from '@carrel/testing/sources/google-drive-server.ts';
import { createSourceContext, listAll, readText } from '@carrel/testing/sources/source-context.ts';
import type { SourceContext } from '../../source-kind.ts';
import { createGoogleDriveKind } from './google-drive-kind.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function start() {
  const server = await startGoogleDriveServer();
  ends.push(() => server.stop());
  const open = async (folder?: string, overrides: Partial<SourceContext> = {}) => {
    const context = await createSourceContext(overrides);
    ends.push(() => context.close());
    return createGoogleDriveKind({ api: server.url }).open(
      { kind: 'google-drive', ...(folder !== undefined && { folder_id: folder }) },
      context,
    );
  };
  return { server, open };
}

const refusal = (reason: string) => ({ error: { errors: [{ reason }] } });

const pathsOf = (objects: readonly { path: string }[]) => objects.map(({ path }) => path).sort();

test('lists everything that the account sees, by folders, and reads it', async () => {
  const { server, open } = await start();
  server.folder('plans', 'Plans/2024', 'root');
  server.file('a', 'a.txt', 'root', 'A');
  server.put({
    id: 'b',
    name: 'ünï.txt',
    mimeType: 'text/plain',
    parents: ['plans'],
    content: 'B',
    permissions: [
      { type: 'user', emailAddress: 'ann@example.com' },
      { type: 'group', emailAddress: 'board@example.com' },
      { type: 'domain', domain: 'example.com' },
      { type: 'anyone' },
    ],
  });
  server.file('c', 'c.txt', 'hidden', 'C');
  server.put({ id: 'd', name: 'd.txt', mimeType: 'text/plain', parents: ['team'], content: '' });
  server.put({
    id: 'doc',
    name: 'Notes',
    mimeType: 'application/vnd.google-apps.document',
    parents: ['root'],
    content: 'N',
  });
  server.put({
    id: 'form',
    name: 'Form',
    mimeType: 'application/vnd.google-apps.form',
    parents: ['root'],
  });
  server.put({
    id: 'link',
    name: 'Link',
    mimeType: 'application/vnd.google-apps.shortcut',
    parents: ['root'],
  });
  server.put({
    id: 'trash',
    name: 'gone.txt',
    mimeType: 'text/plain',
    parents: ['root'],
    trashed: true,
  });
  const connection = await open();
  const { objects, isDelta } = await listAll(connection);
  expect(isDelta).toBe(false);
  expect(pathsOf(objects)).toEqual([
    'My Drive/Notes.docx',
    'My Drive/Plans_2024/ünï.txt',
    'My Drive/a.txt',
    'Shared with me/c.txt',
    'Team _ Legal/d.txt',
  ]);
  const texts = await Promise.all(objects.map((object) => readText(connection, object)));
  const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  expect(texts.sort()).toEqual(['', 'A', 'B', 'C', `${mimeType}: N`]);
  expect(objects.find(({ key }) => key === 'b')).toMatchObject({
    token: 'md5-B',
    size: 1,
    url: 'https://drive.google.com/file/d/b/view',
    modifiedAt: new Date('2024-07-01T10:00:00Z'),
    metadata: {
      source_people: ['ann@example.com'],
      source_groups: ['anyone', 'board@example.com', 'example.com'],
    },
  });
  expect(objects.find(({ key }) => key === 'a')?.metadata).toEqual({
    source_people: [],
    source_groups: [],
  });
});

test('a folder is listed with all below it, in pages that go on in another process', async () => {
  const { server, open } = await start();
  server.folder('top', 'Top', 'root');
  for (let at = 0; at < 25; at += 1) {
    server.folder(`f${at}`, `F${at}`, 'top');
    server.file(`x${at}`, 'x.txt', `f${at}`, `${at}`);
  }
  server.file('outside', 'no.txt', 'root', 'No');
  let page = await (await open('top')).list({ cursor: undefined, since: undefined });
  const objects = [...page.objects];
  while (page.next !== undefined) {
    page = await (await open('top')).list({ cursor: page.next, since: undefined });
    objects.push(...page.objects);
  }
  expect(objects).toHaveLength(25);
  expect(pathsOf(objects)[0]).toBe('F0/x.txt');
  await expect(listAll(await open('outside'))).rejects.toMatchObject({ code: 'not_found' });
  await expect(listAll(await open('nothing'))).rejects.toMatchObject({ code: 'not_found' });
});

test('a later run lists what changed: new, renamed, moved away, trashed and deleted', async () => {
  const { server, open } = await start();
  server.folder('top', 'Top', 'root');
  for (const id of ['a', 'b', 'c', 'd']) server.file(id, `${id}.txt`, 'top', id);
  const first = await listAll(await open('top'));
  server.file('e', 'e.txt', 'top', 'e');
  server.put({ id: 'a', name: 'renamed.txt', mimeType: 'text/plain' });
  server.file('b', 'b.txt', 'root', 'b');
  server.put({ id: 'c', name: 'c.txt', mimeType: 'text/plain', trashed: true });
  server.remove('d');
  const second = await listAll(await open('top'), first.changeToken);
  expect(second.isDelta).toBe(true);
  expect(pathsOf(second.objects)).toEqual(['e.txt', 'renamed.txt']);
  expect(second.gone.sort()).toEqual(['b', 'c', 'd']);
  const third = await listAll(await open('top'), second.changeToken);
  expect(third).toMatchObject({ isDelta: true, objects: [], gone: [] });
});

test('a folder that is renamed, and a token that has expired, list everything again', async () => {
  const { server, open } = await start();
  server.folder('top', 'Top', 'root');
  server.folder('in', 'In', 'top');
  server.file('a', 'a.txt', 'in', 'a');
  const { changeToken } = await listAll(await open('top'));
  server.put({ id: 'in', name: 'Within', mimeType: DRIVE_FOLDER });
  const second = await listAll(await open('top'), changeToken);
  expect(second.isDelta).toBe(false);
  expect(pathsOf(second.objects)).toEqual(['Within/a.txt']);
  const third = await listAll(await open('top'), JSON.stringify({ start: 'old' }));
  expect(third.isDelta).toBe(false);
});

test('a token that ends in the middle is renewed once', async () => {
  const { server, open } = await start();
  for (const id of ['a', 'b', 'c']) server.file(id, `${id}.txt`, 'root', id);
  let asked = 0;
  const accessToken = () => {
    asked += 1;
    if (asked === 4) server.setToken('renewed');
    return Promise.resolve(asked > 4 ? 'renewed' : 'token');
  };
  expect((await listAll(await open(undefined, { accessToken }))).objects).toHaveLength(3);
  server.setToken('another');
  await expect(listAll(await open())).rejects.toMatchObject({ code: 'not_connected' });
});

test('too many requests are waited for; other refusals have their meaning', async () => {
  const { server, open } = await start();
  server.file('a', 'a.txt', 'root', 'A');
  server.put({
    id: 'doc',
    name: 'N',
    mimeType: 'application/vnd.google-apps.document',
    parents: ['root'],
    content: 'x'.repeat(2000),
  });
  server.faults.push({ when: /files\?/, status: 429, headers: { 'Retry-After': '0' } });
  const connection = await open();
  const { objects } = await listAll(connection);
  const read = (id: string) => {
    const object = objects.find(({ key }) => key === id);
    if (object === undefined) throw new Error(`${id} is not listed`);
    return readText(connection, object);
  };
  await expect(read('doc')).rejects.toMatchObject({ code: 'too_large' });
  server.faults.push({ when: /alt=media/, status: 403, json: refusal('cannotDownloadFile') });
  await expect(read('a')).rejects.toMatchObject({ code: 'forbidden' });
  server.faults.push({ when: /alt=media/, status: 403, json: refusal('userRateLimitExceeded') });
  await expect(read('a')).rejects.toMatchObject({ code: 'rate_limited' });
  server.remove('a');
  await expect(read('a')).rejects.toMatchObject({ code: 'not_found' });
});

test.each([
  ['a page that repeats', { nextPageToken: 'again', files: [] }],
  ['rubbish', 'what?'],
  ['files without names', { files: [{ id: 'x' }] }],
])('%s is an invalid response', async (_name, json) => {
  const { server, open } = await start();
  server.faults.push({ when: /files\?/, json, times: 10 });
  await expect(listAll(await open())).rejects.toMatchObject({ code: 'invalid_response' });
});

test('folders in a circle are left out or end the run', async () => {
  const { server, open } = await start();
  server.folder('one', 'One', 'two');
  server.folder('two', 'Two', 'one');
  server.file('a', 'a.txt', 'one', 'A');
  await expect(listAll(await open())).rejects.toMatchObject({ code: 'invalid_response' });
  await expect(listAll(await open('one'))).rejects.toMatchObject({ code: 'invalid_response' });
});
