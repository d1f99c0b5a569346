import { gzipSync } from 'node:zlib';

import { createSourceContext, listAll, readText } from '@carrel/testing/sources/source-context.ts';
import {
  generatedSite,
  pageAround,
  startWebsite,
  type SitePage,
  type WebsiteServer,
} from '@carrel/testing/sources/website-server.ts';
import { afterEach, expect, it } from 'vitest';

import type { SourceConnection, SourceContext } from '../../source-kind.ts';
import { websiteKind } from './website-kind.ts';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const TEXT =
  'The pump is switched off before its filter is taken out and cleaned with water. '.repeat(5);
const text = (words: string) => `<h1>${words}</h1><p>${words} ${TEXT}</p>`;

async function site(
  pages: Record<string, SitePage | string>,
  options = {},
): Promise<WebsiteServer> {
  const server = await startWebsite(pages, options);
  closing.push(() => server.close());
  return server;
}

interface Opening extends Partial<SourceContext> {
  path?: string;
  mode?: 'crawl' | 'sitemap';
  pagesMax?: number;
}

async function open(server: WebsiteServer, opening: Opening = {}): Promise<SourceConnection> {
  const { path = '/', mode = 'crawl', pagesMax = 5000, ...overrides } = opening;
  const context = await createSourceContext(overrides);
  closing.push(() => context.close());
  const url = server.url + path;
  return websiteKind.open({ kind: 'website', url, mode, pages_max: pagesMax }, context);
}

const pathsOf = ({ objects }: { objects: readonly { path: string }[] }) =>
  objects.map(({ path }) => path).sort();

/** The last page of a list, and all objects. */
async function listWhole(connection: SourceConnection, known?: Map<string, string>) {
  const objects = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await connection.list({
      cursor,
      since: undefined,
      known:
        known &&
        ((keys) => Promise.resolve(new Map([...known].filter(([key]) => keys.includes(key))))),
    });
    objects.push(...page.objects);
    if (page.next === undefined) return { objects, incomplete: page.incomplete };
    cursor = page.next;
  }
}

it('lists what is below the start address once, with its text as HTML', async () => {
  const server = await site({
    '/docs/': `${text('Start')}<a href="guide/intro/?utm_source=x#top">1</a><a href="/docs/guide/intro">2</a>
      <a href="/DOCS/x">3</a><a href="/other/">4</a><a href="https://example.org/docs/">5</a>
      <a href="/docs/%67uide/%C3%BCber?b=1">6</a><a rel="nofollow" href="/docs/private">7</a>
      <a href="mailto:a@example.org">8</a><a href="pic.png">9</a>`,
    '/docs/guide/intro/': `${text('Intro')}<table><tr><th>A</th><td>1</td></tr></table><pre>let a;\n  b()</pre>`,
    '/docs/guide/%C3%BCber?b=1': text('Über'),
    '/docs/private': text('Private'),
    '/other/': text('Other'),
  });
  const connection = await open(server, { path: '/docs/' });
  const list = await listAll(connection);
  expect(pathsOf(list)).toEqual([
    'docs.html',
    'docs/guide/intro.html',
    'docs/guide/über (b=1).html',
  ]);
  const intro = list.objects.find(({ key }) => key === '/docs/guide/intro');
  expect(intro?.url).toBe(`${server.url}/docs/guide/intro/`);
  expect(intro?.metadata).toEqual({ title: 'A page', language: 'en' });
  const html = await readText(connection, intro!);
  expect(html).toContain('<title>A page</title>');
  expect(html).toContain(`<link rel="canonical" href="${server.url}/docs/guide/intro/">`);
  expect(html).toContain('<h1>Intro</h1>');
  expect(html).toContain('<th>A</th>');
  expect(html).toContain('<pre>let a;\n  b()</pre>');
  expect(html).not.toMatch(/cookies|Imprint|Home|alert/);
  const again = await readText(connection, { ...intro!, content: undefined });
  expect(again).toBe(html);
  expect(server.countOf('/docs/guide/intro/')).toBe(2);
});

it('obeys robots.txt, robots of pages and their headers', async () => {
  const server = await site({
    '/robots.txt': {
      raw: 'User-agent: *\nDisallow: /\n\nUser-agent: carrel\nDisallow: /no*end$\nDisallow: /no/\nAllow: /no/yes',
    },
    '/': `${text('Start')}<a href="/no/a">1</a><a href="/no/yes">2</a><a href="/nothing-at-end">3</a>
      <a href="/hidden">4</a><a href="/header">5</a><a href="/closed">6</a>`,
    '/no/a': text('A'),
    '/no/yes': text('Yes'),
    '/nothing-at-end': text('End'),
    '/hidden': {
      raw: pageAround(
        `${text('Hidden')}<a href="/below">x</a>`,
        '<meta name="robots" content="noindex">',
      ),
    },
    '/below': text('Below'),
    '/header': {
      body: text('Header'),
      headers: { 'X-Robots-Tag': 'otherbot: nofollow, carrel: noindex' },
    },
    '/closed': {
      raw: pageAround(
        `${text('Closed')}<a href="/unseen">x</a>`,
        '<meta name="ROBOTS" content="nofollow">',
      ),
    },
    '/unseen': text('Unseen'),
  });
  const list = await listAll(await open(server));
  expect(pathsOf(list)).toEqual(['below.html', 'closed.html', 'index.html', 'no/yes.html']);
  expect(server.countOf('/no/a') + server.countOf('/unseen')).toBe(0);
  expect(server.countOf('/robots.txt')).toBe(1);
});

it('reads nothing where robots.txt cannot be read, and everything where there is none', async () => {
  const server = await site({ '/robots.txt': { status: 500 }, '/': text('Start') });
  await expect(open(server)).rejects.toMatchObject({ code: 'unreachable' });
  expect(server.countOf('/')).toBe(0);
  server.pages.set('/robots.txt', { status: 403 });
  expect(pathsOf(await listAll(await open(server)))).toEqual(['index.html']);
  server.pages.set('/robots.txt', { raw: 'User-agent: *\nDisallow: /' });
  await expect(open(server).then(listAll)).rejects.toMatchObject({ code: 'forbidden' });
});

it('lists a page once whatever leads to it', async () => {
  const server = await site({
    '/': `${text('Start')}<a href="/old">1</a><a href="/print?p=1">2</a><a href="/loop-a">3</a>
      <a href="/away">4</a><a href="/one">5</a><a href="/lost">6</a>`,
    '/old': { status: 301, headers: { Location: '/new/' } },
    '/new': { status: 301, headers: { Location: '/new/' } },
    '/new/': text('New'),
    '/print?p=1': { raw: pageAround(text('New'), '<link rel="canonical" href="/new">') },
    '/loop-a': { status: 302, headers: { Location: '/loop-b' } },
    '/loop-b': { status: 302, headers: { Location: '/loop-a' } },
    '/away': { status: 302, headers: { Location: 'https://example.org/' } },
    '/one': { raw: pageAround(text('One'), '<link rel="canonical" href="/two">') },
    '/two': { raw: pageAround(text('Two'), '<link rel="canonical" href="/one">') },
    '/lost': { raw: pageAround(text('Lost'), '<link rel="canonical" href="/">') },
  });
  const list = await listAll(await open(server));
  expect(pathsOf(list)).toEqual(['index.html', 'lost.html', 'new.html', 'two.html']);
  expect(server.countOf('/new/')).toBe(1);
  expect(server.countOf('/loop-a')).toBe(1);
});

it('lists linked files, and reads them', async () => {
  const pdf = {
    raw: '%PDF-1.7 first',
    headers: { 'Content-Type': 'application/pdf', ETag: '"1"' },
  };
  const server = await site({
    '/': `${text('Start')}<a href="/files/Manual%20A.pdf">1</a><a href="/download?id=7">2</a><a href="/notes.md">3</a>
      <a href="/program.exe">4</a><a href="/data">5</a>`,
    '/files/Manual%20A.pdf': pdf,
    '/download?id=7': { ...pdf, headers: { 'Content-Type': 'application/pdf' } },
    '/notes.md': { raw: '# Notes', headers: { 'Content-Type': 'application/octet-stream' } },
    '/data': { raw: 'x', headers: { 'Content-Type': 'image/png' } },
  });
  const connection = await open(server);
  const list = await listAll(connection);
  expect(pathsOf(list)).toEqual([
    'download (id=7).pdf',
    'files/Manual A.pdf',
    'index.html',
    'notes.md',
  ]);
  const file = list.objects.find(({ path }) => path === 'files/Manual A.pdf')!;
  expect(await readText(connection, file)).toBe('%PDF-1.7 first');
  const again = async () =>
    (await listAll(await open(server))).objects.find(({ key }) => key === file.key)?.token;
  expect(await again()).toBe(file.token);
  server.pages.set('/files/Manual%20A.pdf', { ...pdf, headers: { ...pdf.headers, ETag: '"2"' } });
  expect(await again()).not.toBe(file.token);
  server.pages.delete('/files/Manual%20A.pdf');
  await expect(connection.read(file)).rejects.toMatchObject({ code: 'not_found' });
});

it('asks for 2,000 pages once each, two at a time, and goes on in another process', async () => {
  const server = await site(generatedSite(2000));
  const objects = [];
  let cursor: string | undefined;
  let longest = 0;
  do {
    // Each page by a connection of its own, as after a kill.
    const page = await (await open(server, { path: '/docs/' })).list({ cursor, since: undefined });
    objects.push(...page.objects);
    cursor = page.next;
    longest = Math.max(longest, cursor?.length ?? 0);
  } while (cursor !== undefined);
  expect(new Set(objects.map(({ key }) => key)).size).toBe(2000);
  const counts = new Map<string, number>();
  for (const { address } of server.requests) counts.set(address, (counts.get(address) ?? 0) + 1);
  counts.delete('/robots.txt');
  expect([counts.size, Math.max(...counts.values())]).toEqual([2000, 1]);
  expect(server.mostAtOnce()).toBeLessThanOrEqual(2);
  expect(longest).toBeLessThan(50_000);
});

it('ends on an endless site, and says that its list is not complete', async () => {
  const server = await site(
    { '/': `${text('Start')}<a href="/calendar/1">1</a>` },
    {
      otherwise: (address: string): SitePage | undefined => {
        const at = Number(/^\/calendar\/(\d+)$/.exec(address)?.[1]);
        if (Number.isNaN(at)) return undefined;
        const links = [
          `/calendar/${at * 2}`,
          `/calendar/${at * 2 + 1}`,
          'again/again',
          `${'x'.repeat(3000)}`,
        ];
        return {
          body: text(`Day ${at}`) + links.map((link) => `<a href="${link}">x</a>`).join(''),
        };
      },
    },
  );
  const list = await listWhole(await open(server, { pagesMax: 150 }));
  expect(list.objects).toHaveLength(150);
  expect(list.incomplete).toBe('The site has more pages than the source reads.');
  const deep = await site(
    {},
    {
      otherwise: (address: string) =>
        address === '/robots.txt'
          ? undefined
          : { body: `${text('Deep')}<a href="/${Number(address.slice(1)) + 1}">next</a>` },
    },
  );
  expect((await listWhole(await open(deep))).incomplete).toBe(
    'Some pages are too many links away from the start.',
  );
});

it('does not take what cannot be read for gone', async () => {
  const server = await site({
    '/': `${text('Start')}<a href="/a">1</a><a href="/b">2</a><a href="/admin">3</a>`,
    '/a': text('A'),
    '/b': { status: 500 },
    '/admin': { status: 403 },
  });
  const list = await listWhole(await open(server));
  expect(pathsOf(list)).toEqual(['a.html', 'index.html']);
  expect(list.incomplete).toBe('Some pages could not be read. The site refused some pages.');
  server.pages.set('/b', { raw: '<title>404 Not Found</title><p>There is nothing here.' });
  const known = await listWhole(await open(server), new Map());
  expect(known).toMatchObject({ incomplete: undefined });
  expect(pathsOf(known)).toEqual(['a.html', 'index.html']);
  server.pages.set('/b', { raw: '<title>503 Service Unavailable</title><p>Come back later.' });
  expect((await listWhole(await open(server))).incomplete).toContain('could not be read');
});

it('ends the run where the site signs us out, and where all of it fails', async () => {
  const links = Array.from({ length: 8 }, (_, at) => `<a href="/${at}">x</a>`).join('');
  const server = await site({ '/': text('Start') + links }, { otherwise: () => ({ status: 401 }) });
  const secret = { username: 'a', password: 'geheim' };
  await expect(open(server, { secret }).then(listAll)).rejects.toMatchObject({ code: 'sign_in' });
  expect(server.requests.at(-1)?.headers.authorization).toBe('Basic YTpnZWhlaW0=');
  await open(server, { secret: { password: 'token' } })
    .then(listAll)
    .catch(() => undefined);
  expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer token');
  const broken = await site(
    { '/robots.txt': { status: 404 }, '/': text('Start') + links },
    { otherwise: () => ({ status: 500 }) },
  );
  await expect(open(broken).then(listAll)).rejects.toMatchObject({ code: 'unreachable' });
});

it('reads sitemaps in an index, packed and damaged, and only what is within', async () => {
  const urls = (paths: readonly string[], base: string) =>
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
      .map(
        (path) =>
          `<url><loc> ${base}${path} </loc><lastmod>2026-01-02</lastmod><image:loc>${base}/x</image:loc></url>`,
      )
      .join('')}</urlset>`;
  const server = await site({
    '/docs/a': `${text('A')}<a href="/docs/linked">x</a>`,
    '/docs/b': { body: text('B'), headers: { ETag: '"b1"' } },
    '/docs/linked': text('Linked'),
    '/other': text('Other'),
  });
  const raw = (content: string | Uint8Array): SitePage => ({
    raw: content,
    headers: { 'Content-Type': 'text/xml' },
  });
  server.pages.set(
    '/robots.txt',
    raw(`Sitemap: ${server.url}/index.xml\nSitemap: https://example.org/sitemap.xml`),
  );
  const index = ['/one.xml.gz', '/two.xml', '/index.xml', '/broken.xml'].map(
    (path) => `<sitemap><loc>${server.url}${path}</loc></sitemap>`,
  );
  server.pages.set('/index.xml', raw(`<sitemapindex>${index.join('')}</sitemapindex>`));
  server.pages.set(
    '/one.xml.gz',
    raw(gzipSync(urls(['/docs/a', '/other', '/docs/a/'], server.url))),
  );
  server.pages.set('/two.xml', raw(urls(['/docs/b?utm_medium=x'], server.url)));
  server.pages.set('/broken.xml', raw('<html><p>No sitemap'));
  const opening = { path: '/docs', mode: 'sitemap' } as const;
  const first = await listWhole(await open(server, opening), new Map());
  expect(pathsOf(first)).toEqual(['docs/a.html', 'docs/b.html']);
  expect(first.incomplete).toBe('Some sitemaps could not be read in full.');
  expect(first.objects[0]?.modifiedAt).toEqual(new Date('2026-01-02'));
  // Unchanged pages are asked for with what they were sent with.
  const known = new Map(first.objects.map(({ key, token }) => [key, token]));
  const second = await listWhole(await open(server, opening), known);
  expect(new Map(second.objects.map(({ key, token }) => [key, token]))).toEqual(known);
  expect(
    server.requests.findLast(({ address }) => address === '/docs/b')?.headers['if-none-match'],
  ).toBe('"b1"');
  expect(second.objects.find(({ key }) => key === '/docs/b')?.content).toBeUndefined();
  // Another ETag with the same text changes no document.
  server.pages.set('/docs/b', { body: text('B'), headers: { ETag: '"b2"' } });
  const third = await listWhole(await open(server, opening), known);
  expect(new Map(third.objects.map(({ key, token }) => [key, token]))).toEqual(known);
});

it('stops at the bound of pages in a sitemap that does not end', async () => {
  const server = await site(
    {},
    {
      otherwise: (address: string) =>
        address.startsWith('/p') ? { body: text(address) } : undefined,
    },
  );
  server.pages.set('/sitemap.xml', {
    respond: (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/xml' });
      response.write('<urlset>');
      let at = 0;
      const more = () => {
        while (!response.destroyed)
          if (!response.write(`<url><loc>${server.url}/p${at++}</loc></url>`)) {
            response.once('drain', more);
            return;
          }
      };
      more();
    },
  });
  const list = await listWhole(await open(server, { mode: 'sitemap', pagesMax: 20 }));
  expect(list.objects).toHaveLength(20);
  expect(list.incomplete).toBe('The site has more pages than the source reads.');
  await expect(open(await site({}), { mode: 'sitemap' }).then(listAll)).rejects.toMatchObject({
    code: 'not_found',
  });
});

it('takes an endless page for a file, and reads encodings that it names', async () => {
  const server = await site({
    '/': `${text('Start')}<a href="/endless">1</a><a href="/latin">2</a><a href="/empty">3</a>`,
    '/endless': {
      respond: (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' });
        const more = () => {
          while (!response.destroyed)
            if (!response.write('<p>Again and again</p>'.repeat(500))) {
              response.once('drain', more);
              return;
            }
        };
        more();
      },
    },
    '/latin': {
      raw: Buffer.from(`<title>Größe</title><p>${'Größe und Länge. '.repeat(20)}`, 'latin1'),
      headers: { 'Content-Type': 'text/html; charset=iso-8859-1' },
    },
    '/empty': { raw: '' },
  });
  const connection = await open(server);
  const list = await listAll(connection);
  expect(pathsOf(list)).toEqual(['endless.html', 'index.html', 'latin.html']);
  expect(list.objects.find(({ key }) => key === '/endless')?.content).toBeUndefined();
  expect(list.objects.find(({ key }) => key === '/latin')?.metadata?.['title']).toBe('Größe');
  const endless = await connection.read(list.objects.find(({ key }) => key === '/endless')!);
  for await (const piece of endless) {
    expect(piece.length).toBeGreaterThan(0);
    break;
  }
});

it('survives hostile addresses', async () => {
  const links = [
    '/%2e%2e/%2e%2e/etc',
    '/a%00b',
    '/x/..%2f..%2fy',
    `/${'n'.repeat(900)}`,
    '//',
    'http://[',
    '/%',
    '/a\\b',
    '/....',
    'javascript:alert(1)',
    '/a/a/a/a/a/a',
    '/?PHPSESSID=1',
  ];
  const server = await site(
    {
      '/robots.txt': { status: 404 },
      '/': text('Start') + links.map((link) => `<a href="${link}">x</a>`).join(''),
    },
    { otherwise: (address: string) => ({ body: text(address) }) },
  );
  const list = await listAll(await open(server));
  const paths = list.objects.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const path of paths) expect(path).not.toMatch(/(?:^|\/)\.{1,2}(?:\/|$)|[\u0000-\u001f\\]/);
  expect(Math.max(...paths.map(({ length }) => length))).toBeLessThan(200);
});
