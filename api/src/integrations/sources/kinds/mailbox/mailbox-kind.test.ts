import { afterEach, describe, expect, test } from 'vitest';

import { mailText, startMailboxServer } from '@carrel/testing/sources/mailbox-server.ts';
import { createSourceContext, listAll, readText } from '@carrel/testing/sources/source-context.ts';
import type { SourceContext } from '../../source-kind.ts';
import { mailboxKind } from './mailbox-kind.ts';

const SECRET = { username: 'ann@example.com', password: 'päss "word"' };
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

type Options = Parameters<typeof startMailboxServer>[0];

async function start(options?: Options) {
  const server = await startMailboxServer(options);
  ends.push(() => server.stop());
  const open = async (folders?: string[], overrides: Partial<SourceContext> = {}) => {
    const context = await createSourceContext({
      secret: SECRET,
      ...overrides,
    });
    // The server of the test speaks no TLS, and no test may take port 143.
    const connect: SourceContext['connect'] = (target) =>
      context.connect({ ...target, tls: false });
    const place = { kind: 'mailbox', host: '127.0.0.1', port: server.port } as const;
    const connection = await mailboxKind.open(
      { ...place, ...(folders !== undefined && { folders }) },
      { ...context, connect },
    );
    ends.push(() => connection.close?.());
    return connection;
  };
  return { server, open };
}

test('lists the mails of the inbox by date and subject, and reads them without a mark', async () => {
  const { server, open } = await start();
  server.add('INBOX', mailText('=?utf-8?q?Gr=C3=B6=C3=9Fe?= / plan: "x"', 'Hello'));
  server.add('INBOX', mailText('../..', 'Up'));
  server.add('Other', mailText('Elsewhere', 'No'));
  const connection = await open();
  const { objects, isDelta } = await listAll(connection);
  expect(isDelta).toBe(false);
  expect(objects.map(({ path, key }) => [path, key])).toEqual([
    ['INBOX/2024-07-01 Größe plan x 1.eml', '7:1:INBOX'],
    ['INBOX/2024-07-01 .. .. 2.eml', '7:2:INBOX'],
  ]);
  expect(objects[0]?.modifiedAt).toEqual(new Date('2024-07-17T09:44:25Z'));
  const [first] = objects;
  if (first === undefined) throw new Error('Nothing is listed');
  const text = await readText(connection, first);
  expect(text).toContain('Received: from here');
  expect(Buffer.byteLength(text)).toBe(first.size);
  expect(server.commands.filter((command) => /^SELECT|STORE|BODY\[/.test(command))).toEqual([]);
});

test('reads mails of several pieces, with many at once', async () => {
  const { server, open } = await start();
  const body = 'x'.repeat(2 * 1024 * 1024 + 7);
  for (let at = 0; at < 6; at += 1) server.add('INBOX', mailText(`Large ${at}`, `${body}${at}`));
  server.add('INBOX', '');
  const connection = await open();
  const { objects } = await listAll(connection);
  const texts = await Promise.all(objects.map((object) => readText(connection, object)));
  expect(texts.map((text) => text.length)).toEqual(objects.map(({ size }) => size));
  expect(texts.at(-2)?.at(-1)).toBe('5');
  expect(objects.at(-1)).toMatchObject({ path: 'INBOX/2024-07-17 7.eml', size: 0 });
});

describe.each([
  ['with QRESYNC', ['AUTH=PLAIN', 'ENABLE', 'QRESYNC']],
  ['without it', ['AUTH=PLAIN']],
])('%s', (name, capabilities) => {
  const hasResync = name === 'with QRESYNC';

  test('a later run lists what is new, and what is gone where the server tells', async () => {
    const { server, open } = await start({ capabilities });
    for (let at = 0; at < 4; at += 1) server.add('INBOX', mailText(`Mail ${at}`, 'Hello'));
    const connection = await open();
    const first = await listAll(connection);
    server.add('INBOX', mailText('New', 'Hello'));
    const second = await listAll(connection, first.changeToken);
    expect(second).toMatchObject({ isDelta: true, gone: [], objects: [{ key: '7:5:INBOX' }] });
    server.remove('INBOX', 2);
    const third = await listAll(connection, second.changeToken);
    expect(third.isDelta).toBe(hasResync);
    expect(third.gone).toEqual(hasResync ? ['7:2:INBOX'] : []);
    expect(third.objects).toHaveLength(hasResync ? 0 : 4);
    const fourth = await listAll(connection, third.changeToken);
    expect(fourth).toMatchObject({ isDelta: true, gone: [], objects: [] });
  });

  test('numbers that are given anew list everything, with the same tokens', async () => {
    const { server, open } = await start({ capabilities });
    server.add('INBOX', mailText('One', 'Hello'));
    server.add('INBOX', mailText('Two', 'Hello'));
    const connection = await open();
    const first = await listAll(connection);
    server.folder('INBOX').uidValidity = 8;
    const second = await listAll(await open(), first.changeToken);
    expect(second.isDelta).toBe(false);
    expect(second.objects.map(({ key }) => key)).toEqual(['8:1:INBOX', '8:2:INBOX']);
    expect(second.objects.map(({ token }) => token)).toEqual(
      first.objects.map(({ token }) => token),
    );
  });
});

test('a mail that is moved keeps its token, and mails that differ do not share one', async () => {
  const { server, open } = await start({ capabilities: ['AUTH=PLAIN', 'ENABLE', 'QRESYNC'] });
  const uid = server.add('INBOX', mailText('Moved', 'Hello'));
  server.add('INBOX', mailText('Moved', 'Hello!'));
  server.folder('Archive');
  const connection = await open(['INBOX', 'Archive']);
  const first = await listAll(connection);
  expect(new Set(first.objects.map(({ token }) => token)).size).toBe(2);
  server.remove('INBOX', uid);
  server.add('Archive', mailText('Moved', 'Hello'));
  const second = await listAll(connection, first.changeToken);
  expect(second).toMatchObject({
    isDelta: true,
    gone: [first.objects[0]?.key],
    objects: [{ token: first.objects[0]?.token, path: 'Archive/2024-07-01 Moved 1.eml' }],
  });
});

test('pages go on in another process, across gaps, and leave out what came since', async () => {
  const { server, open } = await start();
  for (let at = 0; at < 600; at += 1) server.add('INBOX', mailText(`Mail ${at}`, 'Hello'));
  server.folder('INBOX').uidNext = 3_000_000_000;
  server.add('INBOX', mailText('Far', 'Hello'));
  server.folder('Empty');
  server.add('Archive', mailText('Old', 'Hello'));
  const folders = ['Empty', 'INBOX', 'Archive'];
  const first = await (await open(folders)).list({ cursor: undefined, since: undefined });
  server.add('INBOX', mailText('Late', 'Hello'));
  const keys = new Set(first.objects.map(({ key }) => key));
  let last = first;
  while (last.next !== undefined) {
    last = await (await open(folders)).list({ cursor: last.next, since: undefined });
    for (const { key } of last.objects) {
      expect(keys.has(key)).toBe(false);
      keys.add(key);
    }
  }
  expect(keys.size).toBe(602);
  const { objects } = await listAll(await open(folders), last.changeToken);
  expect(objects.map(({ key }) => key)).toEqual(['7:3000000001:INBOX']);
});

test('folders are named as people see them, and a folder can stand for those below it', async () => {
  const { server, open } = await start({ delimiter: '.' });
  server.add('INBOX', mailText('One', 'Hello'));
  server.add('Entw&APw-rfe.2024', mailText('Draft', 'Hello'));
  server.add('Entw&APw-rfe.2025', mailText('Draft', 'Hello'));
  server.add('say "hi"\\', mailText('Quoted', 'Hello'));
  const paths = async (folders: string[]) =>
    (await listAll(await open(folders))).objects.map(({ path }) => path);
  expect(await paths(['inbox', 'Entwürfe/2024'])).toEqual([
    'INBOX/2024-07-01 One 1.eml',
    'Entwürfe/2024/2024-07-01 Draft 1.eml',
  ]);
  expect(await paths(['Entwürfe/*'])).toHaveLength(2);
  expect(await paths(['*'])).toHaveLength(4);
  await expect(paths(['Drafts'])).rejects.toMatchObject({
    code: 'not_found',
    message: 'The mailbox has no folder "Drafts".',
  });
});

test('a folder that is followed no longer lists everything', async () => {
  const { server, open } = await start();
  server.add('INBOX', mailText('One', 'Hello'));
  server.add('Old', mailText('Two', 'Hello'));
  const { changeToken } = await listAll(await open(['INBOX', 'Old']));
  const second = await listAll(await open(['INBOX']), changeToken);
  expect(second).toMatchObject({ isDelta: false, objects: [{ key: '7:1:INBOX' }] });
  const third = await listAll(await open(['INBOX', 'Old']), second.changeToken);
  expect(third).toMatchObject({ isDelta: true, objects: [{ key: '7:1:Old' }] });
});

test('signs in by LOGIN where the server knows nothing else', async () => {
  const { server, open } = await start({ capabilities: [] });
  server.add('INBOX', mailText('One', 'Hello'));
  const secret = { username: 'ann@example.com', password: String.raw`a\b"c` };
  expect((await listAll(await open(undefined, { secret }))).objects).toHaveLength(1);
});

test.each([
  [{ username: 'ann@example.com', password: 'wrong' }, ['AUTH=PLAIN'], 'sign_in'],
  [{ username: 'ann@example.com', password: 'wrong' }, [], 'sign_in'],
  [{ password: 'alone' }, [], 'sign_in'],
  [undefined, [], 'sign_in'],
  [{ username: 'ann', password: 'x' }, ['LOGINDISABLED'], 'insecure'],
])('refuses to go on with %o', async (secret, capabilities, code) => {
  const { open } = await start({ capabilities });
  const failure = await listAll(await open(undefined, { secret })).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code });
  expect(String(failure)).not.toContain(Buffer.from(`wrong`).toString('base64'));
});

test('a mail that is gone, or larger than allowed, is an error of that mail', async () => {
  const { server, open } = await start();
  server.add('INBOX', mailText('One', 'Hello'));
  server.add('INBOX', mailText('Large', 'x'.repeat(5000)));
  const connection = await open(undefined, { objectBytesMax: 1000 });
  const { objects } = await listAll(connection);
  server.remove('INBOX', 1);
  const [gone, large] = objects;
  if (gone === undefined || large === undefined) throw new Error('Nothing is listed');
  await expect(connection.read(gone)).rejects.toMatchObject({ code: 'not_found' });
  await expect(connection.read(large)).rejects.toMatchObject({ code: 'too_large' });
  await expect(readText(connection, { ...large, size: 10 })).rejects.toMatchObject({
    code: 'too_large',
  });
  await expect(connection.read({ ...gone, key: 'what' })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('a connection that is lost is opened again', async () => {
  const { server, open } = await start();
  server.add('INBOX', mailText('One', 'Hello'));
  const connection = await open();
  const { objects } = await listAll(connection);
  server.disconnect();
  const [object] = objects;
  if (object === undefined) throw new Error('Nothing is listed');
  expect(await readText(connection, object)).toContain('Hello');
  server.disconnect();
  expect((await listAll(connection)).objects).toHaveLength(1);
});

test.each([
  ['UID SEARCH', '* SEARCH 1\r\nrubbish', 'invalid_response'],
  ['UID SEARCH', '* BYE going', 'unreachable'],
  ['UID SEARCH', '', 'unreachable'],
  ['UID FETCH', '* 1 FETCH (UID 1 BODY[] {99999999}', 'invalid_response'],
  ['UID FETCH', `* 1 FETCH ${'('.repeat(60)}${')'.repeat(60)}\r\nTAG OK`, 'invalid_response'],
  ['UID FETCH', 'TAG NO [NOPERM] no', 'forbidden'],
  ['EXAMINE', 'TAG OK nothing said', 'invalid_response'],
  ['EXAMINE', 'TAG NO no', 'not_found'],
  ['LIST', '+ more?', 'invalid_response'],
])('what is no response ends the run: %s, %s', async (command, response, code) => {
  const { server, open } = await start({
    fault: (given) => (given.startsWith(command) ? response : undefined),
  });
  server.add('INBOX', mailText('One', 'Hello'));
  await expect(listAll(await open())).rejects.toMatchObject({ code });
});

test('a run that is cancelled does not wait for the server', async () => {
  const cancelled = new AbortController();
  const { server, open } = await start({
    fault: (command) => {
      if (!command.startsWith('UID SEARCH')) return undefined;
      cancelled.abort();
      return '* OK still here';
    },
  });
  server.add('INBOX', mailText('One', 'Hello'));
  const connection = await open(undefined, { signal: cancelled.signal });
  await expect(listAll(connection)).rejects.toMatchObject({ code: 'server' });
});
