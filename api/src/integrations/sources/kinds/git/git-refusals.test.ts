import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { commit, MODES, tree } from '@carrel/testing/sources/git-objects.ts';
import {
  packResponse,
  startGitServer,
  type GitTestServer,
} from '@carrel/testing/sources/git-server.ts';
import { createSourceContext, listAll, readText } from '@carrel/testing/sources/source-context.ts';

import type { SourceContext } from '../../source-kind.ts';
import { createGitConnection } from './git-connection.ts';
import { gitKind } from './git-kind.ts';
import { pageUrls } from './page-url.ts';
import { authorizationOf } from './protocol/git-credentials.ts';
import { createGitServer } from './protocol/git-server.ts';

let server: GitTestServer;
const opened: { close(): void }[] = [];

beforeEach(async () => {
  server = await startGitServer();
  server.commit({ 'a.md': 'A', 'b.md': 'B' });
});

afterEach(async () => {
  for (const one of opened.splice(0)) one.close();
  await server.close();
});

async function connect(overrides: Partial<SourceContext> = {}, url = server.url) {
  const context = await createSourceContext(overrides);
  opened.push(context);
  return gitKind.open({ kind: 'git', url }, context);
}

/** A connection that reads less than the others. */
async function connectLimited() {
  const context = await createSourceContext();
  opened.push(context);
  return createGitConnection({ kind: 'git', url: server.url }, context, {
    server: createGitServer(server.url, context),
    limits: { pack: 4 * 1024 * 1024, unpacked: 8 * 1024 * 1024, folders: 1000 },
  });
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('a server of repositories', () => {
  test('is signed in to with a token, also when it redirects to the address with its ending', async () => {
    server.state.authorization = basic('oauth2:secret-token');
    const secret = { password: 'secret-token' };
    const connection = await connect({ secret }, `${server.origin}/team/pages/`);
    expect((await listAll(connection)).objects).toHaveLength(2);
  });

  test('refuses in words that tell its reasons apart', async () => {
    server.state.authorization = basic('oauth2:secret-token');
    const wrong = { secret: { username: 'a', password: 'wrong' } };
    await expect(listAll(await connect(wrong))).rejects.toThrow('refused the user name');
    await expect(listAll(await connect())).rejects.toThrow('Enter a token if it is private');
    server.state.fault = (_request, response) => Boolean(response.writeHead(403).end());
    await expect(listAll(await connect(wrong))).rejects.toMatchObject({ code: 'forbidden' });
    server.state.fault = undefined;
    server.state.authorization = undefined;
    const missing = await connect(wrong, `${server.origin}/team/none.git`);
    await expect(listAll(missing)).rejects.toThrow('or the token or account may not see it');
  });

  test('may withdraw a token between a list and a read', async () => {
    const connection = await connect();
    const { objects } = await listAll(connection);
    server.state.authorization = basic('other');
    const [object] = objects;
    if (object === undefined) throw new Error('Nothing is listed');
    await expect(readText(connection, object)).rejects.toMatchObject({ code: 'sign_in' });
  });

  const responses: [string, string, string, string][] = [
    ['of plain files only', 'text/plain', `${'a'.repeat(40)}\trefs/heads/main\n`, 'dumb http'],
    ['of web pages', 'text/html', '<html>', 'does not lead to a Git repository'],
    [
      'of an old version',
      'application/x-git-upload-pack-advertisement',
      `001e# service=git-upload-pack\n00000041${'a'.repeat(40)} refs/heads/main\0ofs\n0000`,
      'too old',
    ],
    ['of garbage', 'application/x-git-upload-pack-advertisement', 'zzzz????', 'invalid response'],
  ];
  test.each(responses)('%s is refused with a sentence', async (_, type, body, sentence) => {
    server.state.fault = (_request, response) =>
      Boolean(response.writeHead(200, { 'Content-Type': type }).end(body));
    await expect(listAll(await connect())).rejects.toThrow(sentence);
  });

  test('leading elsewhere is not followed', async () => {
    server.state.fault = (_request, response) =>
      Boolean(response.writeHead(302, { Location: 'http://localhost:9/x/info/refs' }).end());
    await expect(listAll(await connect())).rejects.toMatchObject({ code: 'redirected' });
  });

  const packs: [string, Buffer][] = [
    ['damaged', packResponse(Buffer.concat([Buffer.from('PACK'), Buffer.alloc(400, 7)]))],
    ['that ends early', packResponse(Buffer.alloc(100)).subarray(0, 90)],
    ['without a pack', Buffer.from('0000')],
    ['of garbage', Buffer.alloc(100_000, 'z')],
    ['with an error', Buffer.from('000dpackfile\n0014\u0003out of memory\n0000')],
  ];
  test.each(packs)('that sends a response %s is refused', async (_, bytes) => {
    server.state.fault = (_request, response, body) =>
      body.includes('command=fetch') && Boolean(response.end(bytes));
    await expect(listAll(await connect())).rejects.toMatchObject({ code: 'invalid_response' });
  });

  test('is asked again where its response breaks off', async () => {
    let broken = 0;
    server.state.fault = (_request, response, body) => {
      if (!body.includes('command=fetch') || broken === 2) return false;
      broken += 1;
      response.writeHead(200, { 'Content-Length': 1000 });
      response.write('000dpackfile\n', () => response.destroy());
      return true;
    };
    expect((await listAll(await connect())).objects).toHaveLength(2);
    expect(broken).toBe(2);
  });

  test('with folders that contain each other without an end is left', async () => {
    let id = server.add(tree([]));
    for (let depth = 0; depth < 8; depth += 1) {
      const names = Array.from({ length: 10 }, (_, index) => `d${index}`);
      id = server.add(tree(names.map((name) => ({ mode: MODES.folder, name, id }))));
    }
    server.refs.set('refs/heads/main', server.add(commit(id)));
    await expect(listAll(await connectLimited())).rejects.toMatchObject({
      code: 'too_many_objects',
    });
  });

  test('that sends without an end is left where the pack is larger than is allowed', async () => {
    server.state.fault = (_request, response, body) => {
      if (!body.includes('command=fetch')) return false;
      response.write('000dpackfile\n');
      const packet = Buffer.concat([Buffer.from('fded\u0001'), Buffer.alloc(65_000)]);
      const send = () => {
        while (!response.destroyed && response.write(packet));
        if (!response.destroyed) response.once('drain', send);
      };
      send();
      return true;
    };
    await expect(listAll(await connectLimited())).rejects.toMatchObject({ code: 'too_large' });
  });
});

const tokenFor = (host: string) =>
  authorizationOf(new URL(`https://${host}/a/b`), { password: 't' });
const pageOf = (address: string) => pageUrls(address, 'next/two')?.('docs/a b#c.md');

test('a token alone has the user name that its provider wants', () => {
  expect(tokenFor('github.com')).toBe(basic('x-access-token:t'));
  expect(tokenFor('bitbucket.org')).toBe(basic('x-token-auth:t'));
  expect(tokenFor('git.example.com')).toBe(basic('oauth2:t'));
  const named = { username: 'me', password: 't' };
  expect(authorizationOf(new URL('https://github.com/a'), named)).toBe(basic('me:t'));
});

test('a file has a page at providers whose pages are known', () => {
  const path = 'docs/a%20b%23c.md';
  expect(pageOf('https://github.com/o/r.git')).toBe(`https://github.com/o/r/blob/next/two/${path}`);
  expect(pageOf('https://gitlab.com/g/s/r')).toBe(
    `https://gitlab.com/g/s/r/-/blob/next/two/${path}`,
  );
  const codeberg = `https://codeberg.org/o/r/src/branch/next/two/${path}`;
  expect(pageOf('https://codeberg.org/o/r.git')).toBe(codeberg);
  expect(pageOf('https://git.example.com/r.git')).toBeUndefined();
  expect(pageUrls('https://github.com/o/r', undefined)).toBeUndefined();
});
