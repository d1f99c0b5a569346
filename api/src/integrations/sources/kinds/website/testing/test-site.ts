import { createSourceContext } from '@carrel/testing/sources/source-context.ts';
import {
  startWebsite,
  type SitePage,
  type WebsiteServer,
} from '@carrel/testing/sources/website-server.ts';
import { afterEach } from 'vitest';

import type { ListedObject, SourceConnection, SourceContext } from '../../../source-kind.ts';
import { websiteKind } from '../website-kind.ts';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const TEXT =
  'The pump is switched off before its filter is taken out and cleaned with water. '.repeat(5);
export const text = (words: string) => `<h1>${words}</h1><p>${words} ${TEXT}</p>`;

export async function site(
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

export async function open(
  server: WebsiteServer,
  opening: Opening = {},
): Promise<SourceConnection> {
  const { path = '/', mode = 'crawl', pagesMax = 5000, ...overrides } = opening;
  const context = await createSourceContext(overrides);
  closing.push(() => context.close());
  const url = server.url + path;
  return websiteKind.open({ kind: 'website', url, mode, pages_max: pagesMax }, context);
}

export const pathsOf = ({ objects }: { objects: readonly { path: string }[] }) =>
  objects.map(({ path }) => path).sort();

/** The last page of a list, and all objects. */
export async function listWhole(connection: SourceConnection, known?: Map<string, string>) {
  const objects: ListedObject[] = [];
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

/** The object of a key, which is there. */
export function objectOf(
  { objects }: { objects: readonly ListedObject[] },
  key: string,
): ListedObject {
  const object = objects.find((each) => each.key === key);
  if (object === undefined) throw new Error(`${key} is not listed`);
  return object;
}
