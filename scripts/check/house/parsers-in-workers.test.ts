import { expect, test } from 'vitest';

import { importsOf, pathOf } from './read-imports.ts';

const PARSER = 'api/src/extraction/html/parse-html.ts';
/** It parses the titles of entries, which have one element. */
const TITLES = 'api/src/integrations/sources/kinds/feed/html-title.ts';

/** How the server's process comes to import its files. Its workers are started by their paths. */
function waysFrom(start: string): Map<string, string[]> {
  const ways = new Map([[start, [start]]]);
  for (const [file, way] of ways) {
    if (file === TITLES || !file.endsWith('.ts')) continue;
    for (const one of importsOf(file)) {
      const next = pathOf(one);
      const isRun = !one.isType && one.from.startsWith('.');
      if (isRun && !ways.has(next)) ways.set(next, [...way, next]);
    }
  }
  return ways;
}

test("the server's process parses no HTML: a page can take any time, and requests would wait for it", () => {
  const ways = waysFrom('api/src/main.ts');
  expect(ways.get(PARSER), 'read it by a task of the workers').toBeUndefined();
  expect([...ways.keys()]).toContain('api/src/integrations/sources/kinds/website/crawl/crawler.ts');
}, 60_000);
