import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { startFeedServer, type FeedTestServer } from '@carrel/testing/sources/feed-server.ts';
import { createSourceContext, listAll, readText } from '@carrel/testing/sources/source-context.ts';

import type { SourceContext } from '../../source-kind.ts';
import { feedKind } from './feed-kind.ts';

let server: FeedTestServer;
const opened: { close(): void }[] = [];

beforeEach(async () => {
  server = await startFeedServer();
});

afterEach(async () => {
  for (const one of opened.splice(0)) one.close();
  await server.close();
});

async function connect(overrides: Partial<SourceContext> = {}, url = server.url) {
  const context = await createSourceContext(overrides);
  opened.push(context);
  return feedKind.open({ kind: 'feed', url }, context);
}

const rss = (items: string, channel = '') =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>News</title>${channel}${items}</channel></rss>`;
const item = (number: number, text = `Text ${number}`) =>
  `<item><title>Entry ${number}</title><guid isPermaLink="false">id-${number}</guid><description>${text}</description></item>`;

const next = (href: string) => `<atom:link rel="next" href="${href}"/>`;

describe('a feed', () => {
  test('costs one request where nothing has changed, by its tag or by its bytes', async () => {
    server.documents.set('/feed', { body: rss(item(1)) });
    const first = await listAll(await connect());
    expect(first).toMatchObject({ isDelta: true, gone: [] });
    const again = await listAll(await connect(), first.changeToken);
    expect(again).toMatchObject({ objects: [], isDelta: true, changeToken: first.changeToken });
    expect(server.requests).toEqual(['/feed 200', '/feed 304']);
    server.documents.set('/feed', { body: rss(item(1)), isWithoutTag: true });
    expect((await listAll(await connect(), first.changeToken)).objects).toEqual([]);
    const elsewhere = await connect({}, `${server.origin}/other`);
    server.documents.set('/other', { body: rss(item(1)) });
    expect((await listAll(elsewhere, first.changeToken)).objects).toHaveLength(1);
  });

  test('keeps what has left it, and lists a changed entry with another token', async () => {
    server.documents.set('/feed', { body: rss(item(1) + item(2)) });
    const before = await listAll(await connect());
    server.documents.set('/feed', { body: rss(item(2, 'Changed') + item(3)) });
    const after = await listAll(await connect(), before.changeToken);
    expect(after.gone).toEqual([]);
    expect(after.objects.map(({ key }) => key)).toEqual(['id-2', 'id-3']);
    expect(after.objects[0]?.path).toBe(before.objects[1]?.path);
    expect(after.objects[0]?.token).not.toBe(before.objects[1]?.token);
  });

  test('is followed to its next documents, not in a circle and not to another host', async () => {
    server.documents.set('/feed', { body: rss(item(1), next('/feed?page=2')) });
    server.documents.set('/feed?page=2', { body: rss(item(2), next('/feed?page=3')) });
    server.documents.set('/feed?page=3', { body: rss(item(3), next('/feed')) });
    const { objects, pages } = await listAll(await connect());
    expect({ keys: objects.map(({ key }) => key), pages }).toEqual({
      keys: ['id-1', 'id-2', 'id-3'],
      pages: 3,
    });
    server.documents.set('/feed', { body: rss(item(1), next('https://example.com/feed')) });
    expect((await listAll(await connect())).objects).toHaveLength(1);
  });

  test('ends after a hundred documents that lead to others without an end', async () => {
    const connection = await connect();
    for (let page = 0; page < 120; page += 1) {
      const link = `<atom:link rel="next" href="/feed${page + 1}"/>`;
      server.documents.set(page === 0 ? '/feed' : `/feed${page}`, { body: rss(item(page), link) });
    }
    let page = await connection.list({ cursor: undefined, since: undefined });
    let pages = 1;
    for (; page.next !== undefined; pages += 1)
      page = await connection.list({ cursor: page.next, since: undefined });
    expect({ pages, incomplete: page.incomplete }).toEqual({
      pages: 100,
      incomplete: expect.stringContaining('more than 100 documents'),
    });
  });

  test('has pages of its entries, which another process goes on with', async () => {
    const items = Array.from({ length: 2500 }, (_, index) => item(index)).join('');
    server.documents.set('/feed', { body: rss(items) });
    const first = await (await connect()).list({ cursor: undefined, since: undefined });
    const second = await (await connect()).list({ cursor: first.next, since: undefined });
    const third = await (await connect()).list({ cursor: second.next, since: undefined });
    const keys = [first, second, third].flatMap((page) => page.objects.map(({ key }) => key));
    expect(new Set(keys).size).toBe(2500);
    expect(third.next).toBeUndefined();
    expect(third.changeToken).toContain('etag');
  });

  test('is read again for an entry that is too large for the list', async () => {
    const text = 'x'.repeat(2 * 1024 * 1024);
    server.documents.set('/feed', { body: rss(item(1) + item(2, text)) });
    const connection = await connect();
    const [, large] = (await listAll(connection)).objects;
    if (large === undefined) throw new Error('Nothing is listed');
    expect(large.content).toBeUndefined();
    expect(await readText(connection, large)).toContain(text);
    server.documents.set('/feed', { body: rss(item(3)) });
    await expect(connection.read(large)).rejects.toThrow('no longer in the feed');
  });

  test('is signed in to with a user name or a bearer token', async () => {
    server.documents.set('/feed', { body: rss(item(1)) });
    server.state.authorization = 'Bearer token-1';
    expect(
      (await listAll(await connect({ secret: { password: 'token-1' } }))).objects,
    ).toHaveLength(1);
    server.state.authorization = `Basic ${Buffer.from('a:b').toString('base64')}`;
    const secret = { username: 'a', password: 'b' };
    expect((await listAll(await connect({ secret }))).objects).toHaveLength(1);
    await expect(listAll(await connect())).rejects.toMatchObject({ code: 'sign_in' });
  });

  test('that is a web page is refused, with the feed that the page names', async () => {
    const body =
      '<!DOCTYPE html><html><head><link rel="alternate" type="application/atom+xml" href="/atom.xml"></head></html>';
    server.documents.set('/feed', { body, type: 'text/html' });
    await expect(listAll(await connect())).rejects.toThrow(
      `The page names the feed ${server.origin}/atom.xml`,
    );
    server.documents.set('/feed', { body: `${'<!-- -->'.repeat(2000)}<html>` });
    await expect(listAll(await connect())).rejects.toThrow('leads to a web page, not to a feed.');
    server.documents.set('/feed', { body: `${'<!-- -->'.repeat(2000)}<rss/>` });
    expect((await listAll(await connect())).objects).toEqual([]);
    server.documents.set('/feed', { body: '<html><p>Hello', type: 'application/xml' });
    await expect(listAll(await connect())).rejects.toThrow('leads to a web page, not to a feed.');
  });

  const broken: [string, string, string][] = [
    ['broken XML', rss(item(1)).slice(0, -20), 'not well-formed XML'],
    ['other XML', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'not lead to a feed'],
    ['JSON', '{"version":"https://jsonfeed.org/version/1.1"}', 'not well-formed XML'],
    ['nothing', '', 'feed'],
    ['elements without an end', '<rss>'.repeat(5000), 'invalid response'],
  ];
  test.each(broken)('of %s is refused with a sentence', async (_, body, sentence) => {
    server.documents.set('/feed', { body });
    await expect(listAll(await connect())).rejects.toThrow(sentence);
    await expect(listAll(await connect())).rejects.toMatchObject({ code: 'invalid_response' });
  });

  test('that leads to another host is not followed', async () => {
    server.documents.set('/feed', {
      body: '',
      status: 302,
      headers: { Location: 'http://localhost:9/' },
    });
    await expect(listAll(await connect())).rejects.toMatchObject({ code: 'redirected' });
  });
});
