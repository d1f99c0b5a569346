import type { ServerResponse } from 'node:http';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createSourceContext, listAll } from '@carrel/testing/sources/source-context.ts';
import { startWebdavServer } from '@carrel/testing/sources/webdav-server.ts';

import type { SourceContext } from '../../source-kind.ts';
import { webdavKind } from './webdav-kind.ts';

let server: Awaited<ReturnType<typeof startWebdavServer>>;

beforeEach(async () => {
  server = await startWebdavServer();
  server.put('a.txt', 'one');
  server.put('docs/b.txt', 'two');
});
afterEach(() => server.stop());

async function failureOf(overrides: Partial<SourceContext> = {}): Promise<string> {
  try {
    const context = await createSourceContext(overrides);
    const connection = await webdavKind.open({ kind: 'webdav', url: server.url }, context);
    const { objects } = await listAll(connection);
    return `listed: ${objects.map(({ path }) => path).join()}`;
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message}`;
  }
}

const instead = (respond: (response: ServerResponse) => void, path = '/dav/') => {
  server.state.instead = (request, response) => {
    if (request.url !== path) return false;
    respond(response);
    return true;
  };
};

test('a folder that may not be read ends the run, unless it is left out', async () => {
  instead((response) => response.writeHead(403).end(), '/dav/docs/');
  expect(await failureOf()).toBe(
    'forbidden: The server does not allow "docs" to be read. Allow it, or leave it out by a pattern.',
  );
  expect(await failureOf({ isLeftOut: (path) => path === 'docs' })).toBe('listed: a.txt');
  server.state.instead = undefined;
  server.state.statuses.set('docs/', 403);
  expect(await failureOf()).toMatch(/^forbidden: /);
  server.state.statuses.set('docs/', 404);
  expect(await failureOf()).toBe('listed: a.txt');
});

test('a folder that is deleted meanwhile is left out, and a root that is gone is an error', async () => {
  instead((response) => response.writeHead(404).end(), '/dav/docs/');
  expect(await failureOf()).toBe('listed: a.txt');
  server.state.instead = (request, response) => {
    if (request.url === '/dav/' && request.headers['depth'] === '1') return false;
    response.writeHead(404).end();
    return true;
  };
  expect(await failureOf()).toMatch(/^not_found: The server has no folder/);
});

test.each([
  ['an unknown address', 404, '', /^not_found: /],
  ['a server without WebDAV', 405, '', /^invalid_response: The server returned 405/],
  [
    'a page of a website',
    200,
    '<!doctype html><p>Hello',
    /^invalid_response: The server returned 200/,
  ],
  [
    'a page in place of a list',
    207,
    '<!doctype html><p>Hello',
    /^invalid_response: .*one of WebDAV/,
  ],
  ['nothing', 207, '', /^invalid_response: .*one of WebDAV/],
  ['half of a list', 207, '<d:multistatus xmlns:d="DAV:"><d:response>', /^invalid_response: /],
  ['an empty list', 207, '<d:multistatus xmlns:d="DAV:"/>', /^invalid_response: .*another folder/],
  [
    'an entity',
    207,
    '<!DOCTYPE x [<!ENTITY a "b">]><d:multistatus xmlns:d="DAV:"><d:response><d:href>&a;</d:href></d:response></d:multistatus>',
    /^invalid_response: /,
  ],
  [
    'tags without end',
    207,
    `<d:multistatus xmlns:d="DAV:">${'<d:a>'.repeat(100_000)}`,
    /^invalid_response: /,
  ],
])('%s is explained', async (_, status, body, expected) => {
  instead((response) => response.writeHead(status).end(body));
  expect(await failureOf()).toMatch(expected);
});

test('a redirect to another host is an error', async () => {
  instead((response) => response.writeHead(302, { location: 'https://login.example.com/' }).end());
  expect(await failureOf()).toMatch(/^redirected: /);
});

test('the address of a file is refused', async () => {
  instead((response) =>
    response
      .writeHead(207)
      .end(
        '<d:multistatus xmlns:d="DAV:"><d:response><d:href>/dav/</d:href></d:response></d:multistatus>',
      ),
  );
  expect(await failureOf()).toMatch(/^invalid_response: .*that of a file/);
});

test('a password that expires in the middle ends the run', async () => {
  instead((response) => response.writeHead(401).end(), '/dav/docs/');
  expect(await failureOf()).toMatch(/^sign_in: /);
});

test('folders that lead back to themselves end at a depth', async () => {
  server.state.instead = (request, response) => {
    const path = request.url ?? '';
    const folder =
      '<d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop></d:propstat>';
    const rows = [path, `${path}loop/`, `${path}./`]
      .map((href) => `<d:response><d:href>${href}</d:href>${folder}</d:response>`)
      .join('');
    response.writeHead(207).end(`<d:multistatus xmlns:d="DAV:">${rows}</d:multistatus>`);
    return true;
  };
  expect(await failureOf()).toBe('listed: ');
  expect(server.requests).toHaveLength(51);
});

test('hostile names are returned as they are, and more folders than are followed end the run', async () => {
  const hrefs = ['a%5Cb.txt', '...', `${'x'.repeat(5000)}.txt`, 'a%01b.txt'];
  server.extra.set(
    '',
    hrefs.map((href) => `<d:response><d:href>${href}</d:href></d:response>`).join(''),
  );
  expect(await failureOf()).toBe(
    `listed: a.txt,a\\b.txt,...,${'x'.repeat(5000)}.txt,a\u0001b.txt,docs/b.txt`,
  );
  const folder =
    '<d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop></d:propstat>';
  server.extra.set(
    '',
    Array.from(
      { length: 30_000 },
      (_, at) => `<d:response><d:href>${'f'.repeat(200)}${at}/</d:href>${folder}</d:response>`,
    ).join(''),
  );
  expect(await failureOf()).toMatch(/^too_many_objects: .*circle/);
});
