import { expect, it } from 'vitest';

import { parseRobots } from './robots-rules.ts';

const rules = (...lines: string[]) => parseRobots(lines.join('\n'), 'Carrel');

it('takes the groups of its own name together, and those of * without one', () => {
  const own = rules(
    '\uFEFFUser-Agent: Other',
    'User-agent: CARREL/1.0 # ours',
    'Disallow: /a',
    '',
    'User-agent: *',
    'Disallow: /b',
    'User-agent: carrel',
    'Disallow: /c',
  );
  expect(['/a', '/b', '/c', '/'].map(own.allows)).toEqual([false, true, false, true]);
  const others = rules('User-agent: carrelbot', 'Disallow: /', 'User-agent: *', 'Disallow: /b');
  expect(['/a', '/b/c'].map(others.allows)).toEqual([true, false]);
});

it('obeys the longest pattern, and Allow where two are as long', () => {
  const page = rules(
    'User-agent: *',
    'Disallow: /',
    'Allow: /page',
    'Disallow: /page/x',
    'Allow: /page/x',
  );
  expect(['/', '/page', '/page/x', '/other'].map(page.allows)).toEqual([false, true, true, false]);
  expect(rules('User-agent: *', 'Disallow:').allows('/')).toBe(true);
  expect(rules('User-agent: *', 'Disallow: /').allows('/robots.txt')).toBe(true);
});

it('understands * and $, and addresses that are encoded', () => {
  const { allows } = rules(
    'User-agent: *',
    'Disallow: /*.php$',
    'Disallow: /f*sh/*/x',
    'Disallow: /ü',
    'Disallow: /%7euser',
    'Disallow: /q?a=*&b',
  );
  const refused = ['/a.php', '/f/i/sh/a/b/x1', '/fish//x', '/%C3%BCber', '/~user/', '/q?a=1&b=2'];
  const allowed = ['/a.php?x', '/a.php5', '/fish/x', '/u', '/q?b'];
  expect(refused.filter(allows)).toEqual([]);
  expect(allowed.filter(allows)).toEqual(allowed);
});

it('matches hostile patterns in time', () => {
  const pattern = `/${'*a'.repeat(240)}$`;
  const { allows } = rules(
    'User-agent: *',
    ...Array.from({ length: 2000 }, () => `Disallow: ${pattern}`),
  );
  expect(allows(`/${'a'.repeat(900)}b`)).toBe(false);
});

it('reads sitemaps outside of groups, and pauses up to a bound', () => {
  const read = rules(
    'Sitemap: https://example.com/a.xml',
    'User-agent: *',
    'Crawl-delay: 90',
    'nonsense',
    ':',
  );
  expect(read.sitemaps).toEqual(['https://example.com/a.xml']);
  expect(read.crawlDelaySeconds).toBe(10);
});
