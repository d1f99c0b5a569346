import { gzipSync } from 'node:zlib';

import { listAll } from '@carrel/testing/sources/source-context.ts';
import type { SitePage } from '@carrel/testing/sources/website-server.ts';
import { expect, it } from 'vitest';

import { listWhole, objectOf, open, pathsOf, site, text } from '../testing/test-site.ts';

const urls = (paths: readonly string[], base: string) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
    .map(
      (path) =>
        `<url><loc> ${base}${path} </loc><lastmod>2026-01-02</lastmod><image:loc>${base}/x</image:loc></url>`,
    )
    .join('')}</urlset>`;

const raw = (content: string | Uint8Array): SitePage => ({
  raw: content,
  headers: { 'Content-Type': 'text/xml' },
});

it('reads sitemaps in an index, packed and damaged, and only what is within', async () => {
  const server = await site({
    '/docs/a': `${text('A')}<a href="/docs/linked">x</a>`,
    '/docs/b': { body: text('B'), headers: { ETag: '"b1"' } },
    '/docs/linked': text('Linked'),
    '/other': text('Other'),
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
  expect(objectOf(second, '/docs/b').content).toBeUndefined();
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
