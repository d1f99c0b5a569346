import { listAll } from '@carrel/testing/sources/source-context.ts';
import { generatedSite, type SitePage } from '@carrel/testing/sources/website-server.ts';
import { expect, it } from 'vitest';

import { listWhole, open, pathsOf, site, text } from '../testing/test-site.ts';

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
          'x'.repeat(3000),
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

it('lists the page of a folder once, whatever it is called in links', async () => {
  const server = await site({
    '/docs/': `${text('Start')}<a href="index.html">1</a><a href="/docs">2</a><a href="part/index.htm">3</a>
      <a href="part/">4</a><a href="part/index.html?b=1">5</a><a href="my-index.html">6</a>`,
    '/docs/index.html': text('Start'),
    '/docs/part/index.htm': text('Part'),
    '/docs/part/index.html?b=1': text('Part, otherwise'),
    '/docs/my-index.html': text('Mine'),
  });
  const list = await listWhole(await open(server, { path: '/docs/' }));
  expect(pathsOf(list)).toEqual([
    'docs.html',
    'docs/my-index.html',
    'docs/part (b=1).html',
    'docs/part.html',
  ]);
  expect(server.countOf('/docs/index.html') + server.countOf('/docs/part/')).toBe(0);
});

it('asks for the page of a folder by its other name where the first one is not there', async () => {
  const server = await site({
    '/docs/': `${text('Start')}<a href="static/">1</a><a href="static/index.html">2</a>
      <a href="listed/index.html">3</a><a href="gone/">4</a><a href="gone/index.html">5</a><a href="gone.html">6</a>`,
    '/docs/static/index.html': text('Static'),
    '/docs/listed/': text('Listed'),
  });
  const list = await listWhole(await open(server, { path: '/docs/' }));
  expect(pathsOf(list)).toEqual(['docs.html', 'docs/listed.html', 'docs/static.html']);
  for (const name of ['gone/', 'gone/index.html', 'gone.html'])
    expect(server.countOf(`/docs/${name}`)).toBe(1);
});
