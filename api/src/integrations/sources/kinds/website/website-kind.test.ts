import { createSourceContext, listAll, readText } from '@carrel/testing/sources/source-context.ts';
import { pageAround } from '@carrel/testing/sources/website-server.ts';
import { expect, it } from 'vitest';

import { listWhole, objectOf, open, pathsOf, site, text } from './testing/test-site.ts';

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
  const intro = objectOf(list, '/docs/guide/intro');
  expect(intro.url).toBe(`${server.url}/docs/guide/intro/`);
  expect(intro.metadata).toEqual({ title: 'A page', language: 'en' });
  const html = await readText(connection, intro);
  expect(html).toContain('<title>A page</title>');
  expect(html).toContain(`<link rel="canonical" href="${server.url}/docs/guide/intro/">`);
  expect(html).toContain('<h1>Intro</h1>');
  expect(html).toContain('<th>A</th>');
  expect(html).toContain('<pre>let a;\n  b()</pre>');
  expect(html).not.toMatch(/cookies|Imprint|Home|alert/);
  const again = await readText(connection, { ...intro, content: undefined });
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
  const file = objectOf(list, '/files/Manual%20A.pdf');
  expect(await readText(connection, file)).toBe('%PDF-1.7 first');
  const again = async () =>
    (await listAll(await open(server))).objects.find(({ key }) => key === file.key)?.token;
  expect(await again()).toBe(file.token);
  server.pages.set('/files/Manual%20A.pdf', { ...pdf, headers: { ...pdf.headers, ETag: '"2"' } });
  expect(await again()).not.toBe(file.token);
  server.pages.delete('/files/Manual%20A.pdf');
  await expect(connection.read(file)).rejects.toMatchObject({ code: 'not_found' });
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
  expect(list.objects.find(({ key }) => key === '/latin')?.metadata).toMatchObject({
    title: 'Größe',
  });
  const endless = await connection.read(objectOf(list, '/endless'));
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
  for (const path of paths) expect(path).not.toMatch(/(?:^|\/)\.{1,2}(?:\/|$)|\\/);
  expect(Math.max(...paths.map(({ length }) => length))).toBeLessThan(200);
});

it('keeps a page that cannot be read as it is, and says that its links are not known', async () => {
  const server = await site({ '/': `${text('Start')}<a href="/heavy">1</a>`, '/heavy': 'Heavy' });
  const context = await createSourceContext();
  const connection = await open(server, {
    readWebPage: (page) =>
      page.url.endsWith('/heavy')
        ? Promise.resolve({ kind: 'unreadable' })
        : context.readWebPage(page),
  });
  const { objects, incomplete } = await listWhole(connection);
  expect(incomplete).toBe('Some pages could not be read.');
  const heavy = objectOf({ objects }, '/heavy');
  expect(heavy.path).toBe('heavy.html');
  expect(heavy.content).toBeUndefined();
  expect(await readText(connection, heavy)).toContain('<main>Heavy</main>');
  context.close();
});
