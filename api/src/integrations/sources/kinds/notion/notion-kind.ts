import { Readable } from 'node:stream';

import * as v from 'valibot';

import type { PlaceOf } from '@carrel/shared/contract/sources';

import { createCloudApi, nextPageNumber } from '../../cloud/cloud-api.ts';
import { SourceError } from '../../source-error.ts';
import type {
  ListedObject,
  SourceConnection,
  SourceContext,
  SourceKind,
} from '../../source-kind.ts';
import { titleOf } from './page-properties.ts';
import { createPageTree, nameOf, parentSchema, plainId } from './page-tree.ts';
import { readPage } from './read-page.ts';

const NOTION_API = 'https://api.notion.com';
const NOTION_VERSION = '2025-09-03';
const PAGES_AT_ONCE = 100;
/** Times of edits are those of the minute: a page may be edited again in the same one. */
const SETTLED_MILLISECONDS = 2 * 60_000;

const pageSchema = v.object({
  object: v.string(),
  id: v.pipe(v.string(), v.maxLength(100)),
  last_edited_time: v.string(),
  in_trash: v.optional(v.boolean(), false),
  archived: v.optional(v.boolean(), false),
  url: v.optional(v.string()),
  parent: parentSchema,
  properties: v.record(v.string(), v.unknown()),
});

type Page = v.InferOutput<typeof pageSchema>;

const searchSchema = v.object({
  // A page that cannot be read is not left out: it would be deleted.
  results: v.array(
    v.union([pageSchema, v.object({ object: v.picklist(['database', 'data_source']) })]),
  ),
  has_more: v.optional(v.boolean(), false),
  next_cursor: v.optional(v.nullable(v.string())),
});

interface NotionCursor {
  from: string;
  pages: number;
}

/** Pages of Notion, and rows of its databases, as HTML. Each run lists everything: it does not tell what is gone. */
export function createNotionKind({ api: base = NOTION_API } = {}): SourceKind<'notion'> {
  return {
    kind: 'notion',
    secretGoesTo: () => base,
    concurrency: 2,
    tokensAreContents: false,
    open: (place, context) => Promise.resolve(connectionTo(base, place, context)),
  };
}

function connectionTo(
  base: string,
  { page_ids: asked = [] }: PlaceOf<'notion'>,
  context: SourceContext,
): SourceConnection {
  // The token of an internal connection, where a person entered one.
  const secret = context.secret?.password;
  const api = createCloudApi(context, {
    base,
    headers: { 'Notion-Version': NOTION_VERSION },
    ...(secret !== undefined && secret !== '' && { authorization: () => `Bearer ${secret}` }),
  });
  const roots = new Set(asked.map((text) => plainId(text) ?? text));
  const tree = createPageTree(api, roots);
  const requireRoots = async () => {
    for (const root of roots) {
      const isThere = await isFound(root);
      if (!isThere)
        throw new SourceError('not_found', {
          message: `Notion has no page "${root}" that is shared with the connection.`,
        });
    }
  };
  const isFound = async (id: string): Promise<boolean> => {
    for (const place of ['pages', 'databases']) {
      const response = await api.send(`/v1/${place}/${encodeURIComponent(id)}`, {
        accept: [400, 404],
      });
      response.discard();
      if (response.status === 200) return true;
    }
    return false;
  };
  return {
    list: async ({ cursor }) => {
      const going = cursor === undefined ? undefined : (JSON.parse(cursor) as NotionCursor);
      if (going === undefined) await requireRoots();
      const read = await api.json(searchSchema, '/v1/search', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          filter: { property: 'object', value: 'page' },
          sort: { direction: 'ascending', timestamp: 'last_edited_time' },
          page_size: PAGES_AT_ONCE,
          ...(going !== undefined && { start_cursor: going.from }),
        }),
      });
      const pages = read.results.flatMap((page) => ('properties' in page ? [page] : []));
      for (const page of pages) tree.keep(page.id, titleOf(page.properties), page.parent);
      const objects: ListedObject[] = [];
      for (const page of pages.slice(0, PAGES_AT_ONCE)) {
        const isGone = page.in_trash || page.archived;
        const folder = isGone ? undefined : await tree.folderOf(page.id, page.parent);
        if (folder !== undefined) objects.push(listedPage(page, folder, context.now()));
      }
      const next = read.has_more ? (read.next_cursor ?? undefined) : undefined;
      if (next === undefined) return { objects };
      if (next === going?.from) throw new SourceError('invalid_response');
      const following = { from: next, pages: nextPageNumber(going?.pages) };
      return { objects, next: JSON.stringify(following satisfies NotionCursor) };
    },
    read: async ({ key }) =>
      Readable.from([Buffer.from(await readPage(api, key, context.objectBytesMax))]),
  };
}

function listedPage(page: Page, folder: string, now: Date): ListedObject {
  const { id, last_edited_time: edited, url, properties } = page;
  const title = titleOf(properties);
  const isSettled = now.getTime() - Date.parse(edited) > SETTLED_MILLISECONDS;
  return {
    key: id,
    path: `${folder}${nameOf(title)}.html`,
    token: isSettled ? edited : `${edited} at ${now.toISOString()}`,
    url,
    modifiedAt: new Date(edited),
    ...(title !== '' && { metadata: { title } }),
  };
}
