import * as v from 'valibot';

import { createCloudApi } from '../../cloud/cloud-api.ts';
import { SourceError } from '../../source-error.ts';
import type { SourceContext } from '../../source-kind.ts';
import { downloaded } from './download.ts';
import { readersOf, restrictionsSchema } from './readers.ts';
import { ATTACHMENTS_AT_ONCE, PAGES_AT_ONCE, type Wiki, type WikiPage } from './wiki.ts';

/** Up to 200 groups, and people. */
const RESTRICTION_QUERY = 'expand=restrictions.user,restrictions.group&limit=200';
/** Restrictions that are asked for at once. */
const RESTRICTIONS_AT_ONCE = 4;

const text = v.optional(v.nullable(v.string()));
const version = v.optional(
  v.object({ number: v.optional(v.number(), 1), createdAt: v.optional(v.string()) }),
  { number: 1 },
);
const listOf = <Schema extends v.GenericSchema>(item: Schema) =>
  v.object({
    results: v.array(item),
    _links: v.optional(v.object({ next: v.optional(v.string()) }), {}),
  });

const spaceSchema = v.object({ id: v.string(), key: v.string(), name: v.string() });
const pageSchema = v.object({
  id: v.string(),
  title: v.optional(v.string(), ''),
  parentId: text,
  version,
  _links: v.optional(v.object({ webui: v.optional(v.string()) }), {}),
});
const attachmentSchema = v.object({
  id: v.string(),
  title: v.string(),
  fileSize: v.optional(v.number()),
  version,
  webuiLink: v.optional(v.string()),
});
/** What names neither is no restriction: one that lacks a list is another response. */
const restrictionSchema = v.object({ restrictions: v.required(restrictionsSchema) });
const bodySchema = v.object({
  title: v.optional(v.string(), ''),
  body: v.object({ export_view: v.object({ value: v.string() }) }),
});
const sitesSchema = v.array(v.object({ id: v.string(), url: v.string() }));

interface CloudWikiOptions {
  context: SourceContext;
  /** The address of the API, and the path of the site in it. */
  base: string;
  path: string;
  /** Where people read the wiki, such as https://example.atlassian.net/wiki. */
  site: string;
  authorization?: (() => string) | undefined;
}

/** Confluence Cloud by its REST API v2, and by v1 for who may read a page, which v2 does not tell. */
export function createCloudWiki({
  context,
  base,
  path,
  site,
  authorization,
}: CloudWikiOptions): Wiki {
  const api = createCloudApi(context, {
    base,
    ...(authorization !== undefined && { authorization }),
  });
  const list = async <Schema extends v.GenericSchema>(
    item: Schema,
    address: string,
    from: string | undefined,
    query: Record<string, string>,
  ) => {
    const asked = new URLSearchParams({ ...query, ...(from !== undefined && { cursor: from }) });
    const { results, _links } = await api.json(
      listOf(item),
      `${path}/api/v2${address}?${asked.toString()}`,
    );
    return { results, next: cursorOf(_links.next, from) };
  };
  /** What a page that is limited is limited to. Where that is not told, it names nobody. */
  const readersOfPage = async (id: string): Promise<WikiPage['readers']> => {
    const response = await api.send(
      `${path}/rest/api/content/${encodeURIComponent(id)}/restriction/byOperation/read?${RESTRICTION_QUERY}`,
      { accept: [403, 404] },
    );
    if (response.status !== 200) {
      response.discard();
      return { groups: [], people: [] };
    }
    const read = v.safeParse(restrictionSchema, await response.json());
    if (!read.success) throw new SourceError('invalid_response');
    return readersOf(read.output.restrictions);
  };
  const pageOf = async (page: v.InferOutput<typeof pageSchema>): Promise<WikiPage> => ({
    id: page.id,
    title: page.title,
    parent: page.parentId ?? undefined,
    version: page.version.number,
    at: page.version.createdAt,
    url: page._links.webui === undefined ? undefined : `${site}${page._links.webui}`,
    readers: await readersOfPage(page.id),
  });
  return {
    spaces: async (keys, from) => {
      const query = { limit: '100', ...(keys.length > 0 && { keys: keys.join(',') }) };
      const { results, next } = await list(spaceSchema, '/spaces', from, query);
      return { items: results, next };
    },
    pages: async ({ id }, from) => {
      const query = { limit: String(PAGES_AT_ONCE), status: 'current' };
      const address = `/spaces/${encodeURIComponent(id)}/pages`;
      const { results, next } = await list(pageSchema, address, from, query);
      const items: WikiPage[] = [];
      for (let at = 0; at < results.length; at += RESTRICTIONS_AT_ONCE) {
        const some = results.slice(at, at + RESTRICTIONS_AT_ONCE);
        items.push(...(await Promise.all(some.map((page) => pageOf(page)))));
      }
      return { items, next };
    },
    parent: async (id) => {
      for (const kind of ['pages', 'folders']) {
        const response = await api.send(`${path}/api/v2/${kind}/${encodeURIComponent(id)}`, {
          accept: [400, 403, 404],
        });
        const read = v.safeParse(
          pageSchema,
          response.status === 200 ? await response.json() : undefined,
        );
        if (response.status !== 200) response.discard();
        if (read.success) return pageOf(read.output);
      }
      return undefined;
    },
    attachments: async (page, from) => {
      const query = { limit: String(ATTACHMENTS_AT_ONCE), status: 'current' };
      const address = `/pages/${encodeURIComponent(page)}/attachments`;
      const { results, next } = await list(attachmentSchema, address, from, query);
      return {
        items: results.map(
          ({ id, title, fileSize: size, version: { number, createdAt }, webuiLink }) => ({
            id,
            title,
            size,
            version: number,
            at: createdAt,
            url: webuiLink === undefined ? undefined : `${site}${webuiLink}`,
          }),
        ),
        next,
      };
    },
    html: async (page) => {
      const address = `${path}/api/v2/pages/${encodeURIComponent(page)}?body-format=export_view`;
      const { title, body } = await api.json(bodySchema, address);
      return { title, html: body.export_view.value };
    },
    download: (page, attachment) => {
      const address = `${path}/rest/api/content/${encodeURIComponent(page)}/child/attachment/${encodeURIComponent(attachment)}/download`;
      return downloaded(context, api, address);
    },
  };
}

/** The cursor in the link to the next part. @throws {SourceError} for one that repeats. */
function cursorOf(next: string | undefined, from: string | undefined): string | undefined {
  if (next === undefined) return undefined;
  const cursor = new URL(next, 'https://site.invalid').searchParams.get('cursor');
  if (cursor === null || cursor === from) throw new SourceError('invalid_response');
  return cursor;
}

/** The path of a site in the API of those who are connected. @throws {SourceError} `not_found` where it is none of theirs. */
export async function connectedPath(
  context: SourceContext,
  base: string,
  site: URL,
): Promise<string> {
  const api = createCloudApi(context, { base });
  const sites = await api.json(sitesSchema, '/oauth/token/accessible-resources');
  const found = sites.find(({ url }) => URL.canParse(url) && new URL(url).origin === site.origin);
  if (found === undefined) {
    throw new SourceError('not_found', {
      message: 'The account that is connected has no access to this site.',
    });
  }
  return `/ex/confluence/${encodeURIComponent(found.id)}/wiki`;
}
