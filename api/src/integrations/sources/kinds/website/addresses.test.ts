import { expect, it } from 'vitest';

import { createSite, keyOf } from './addresses.ts';
import { distinctPath, pathOf } from './page-path.ts';

it('writes an address one way', () => {
  const site = createSite('https://example.com/docs');
  const written = [
    'https://EXAMPLE.com:443/docs/./a/../b#x',
    'http://example.com//docs/b?utm_source=1&gclid=2',
    'https://example.com/docs/%62',
  ].map(site.addressOf);
  expect(new Set(written)).toEqual(new Set(['/docs/b']));
  expect(site.addressOf('https://example.com/%c3%bc?q=%e4')).toBe('/%C3%BC?q=%E4');
  expect(keyOf('/docs/b/?x')).toBe('/docs/b?x');
  expect(keyOf('/')).toBe('/');
});

it('knows what is not of the site', () => {
  const site = createSite('https://example.com/docs');
  const foreign = [
    'https://www.example.com/docs/a',
    'https://example.com:8443/docs/a',
    'ftp://example.com/docs',
    `https://example.com/docs/${'x'.repeat(2000)}`,
    'https://example.com/docs/a/a/a/a/a',
    'nonsense',
  ];
  expect(foreign.map(site.addressOf)).toEqual(foreign.map(() => undefined));
  expect(['/docs', '/docs/', '/docs/a', '/docs?x'].every(site.isWithin)).toBe(true);
  expect(['/', '/docs2', '/doc'].some(site.isWithin)).toBe(false);
  expect(createSite('https://example.com/docs/intro.html').isWithin('/docs/other')).toBe(true);
});

it('names objects by their addresses', () => {
  const names: [address: string, path: string, ending?: string][] = [
    ['/', 'index.html'],
    ['/docs/guide/intro/', 'docs/guide/intro.html'],
    ['/docs/v1.2', 'docs/v1.2.html'],
    ['/a/index.php?page=2', 'a/index (page=2).html'],
    ['/%E6%96%87%E6%A1%A3.HTM', '文档.htm'],
    ['/..%2fx/%2e%2e', '..%2fx/%2e%2e.html'],
    ['/a/Report.PDF', 'a/Report.PDF', 'pdf'],
    ['/get?id=1', 'get (id=1).pdf', 'pdf'],
  ];
  expect(names.map(([address, , ending]) => pathOf(address, ending))).toEqual(
    names.map(([, path]) => path),
  );
  expect(pathOf(`/x?${'a=/&'.repeat(30)}`)).toMatch(/^x \(\w{8}\)\.html$/);
  expect(distinctPath('a/b.html', '/a/b')).toMatch(/^a\/b \(\w{8}\)\.html$/);
});
