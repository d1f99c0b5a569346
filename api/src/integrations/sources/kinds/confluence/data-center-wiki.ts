import * as v from 'valibot';

import { createCloudApi } from '../../cloud/cloud-api.ts';
import { SourceError } from '../../source-error.ts';
import type { SourceContext } from '../../source-kind.ts';
import { downloaded } from './download.ts';
import { readersOf, restrictionsSchema } from './readers.ts';
import { ATTACHMENTS_AT_ONCE, PAGES_AT_ONCE, type Wiki, type WikiPage } from './wiki.ts';

const READERS = 'restrictions.read.restrictions.group,restrictions.read.restrictions.user';

const idSchema = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
const links = v.optional(
  v.object({
    next: v.optional(v.string()),
    webui: v.optional(v.string()),
    download: v.optional(v.string()),
  }),
  {},
);
const version = v.optional(
  v.object({
    number: v.optional(v.number(), 1),
    when: v.optional(v.string()),
    by: v.optional(v.object({ displayName: v.optional(v.string()) })),
  }),
  { number: 1 },
);
const pageSchema = v.object({
  id: idSchema,
  title: v.string(),
  version,
  ancestors: v.optional(v.array(v.object({ id: idSchema })), []),
  restrictions: v.optional(
    v.object({
      read: v.optional(v.object({ restrictions: v.optional(restrictionsSchema) })),
    }),
  ),
  _links: links,
});
const attachmentSchema = v.object({
  id: idSchema,
  title: v.string(),
  version,
  extensions: v.optional(v.object({ fileSize: v.optional(v.number()) }), {}),
  _links: links,
});
const spaceSchema = v.object({ id: idSchema, key: v.string(), name: v.string() });
const bodySchema = v.object({
  title: v.string(),
  body: v.object({ export_view: v.object({ value: v.string() }) }),
});
const listOf = <Schema extends v.GenericSchema>(item: Schema) =>
  v.object({ results: v.array(item), _links: links });

interface DataCenterOptions {
  context: SourceContext;
  /** Where people read the wiki, with its context path. */
  site: string;
  authorization: () => string;
}

/** Confluence Data Center by its REST API v1. */
export function createDataCenterWiki({ context, site, authorization }: DataCenterOptions): Wiki {
  const api = createCloudApi(context, { base: site, authorization });
  const list = async <Schema extends v.GenericSchema>(
    item: Schema,
    address: string,
    from: string | undefined,
    query: [string, string][],
  ) => {
    const asked = new URLSearchParams([...query, ['start', from ?? '0']]);
    const { results, _links } = await api.json(
      listOf(item),
      `/rest/api${address}?${asked.toString()}`,
    );
    // The server may return fewer than asked for before the end.
    const next = _links.next === undefined ? undefined : String(Number(from ?? 0) + results.length);
    if (next !== undefined && results.length === 0) throw new SourceError('invalid_response');
    return { results, next };
  };
  const pageOf = ({
    id,
    title,
    version: last,
    ancestors,
    restrictions,
    _links,
  }: v.InferOutput<typeof pageSchema>): WikiPage => {
    return {
      id,
      title,
      parent: ancestors.at(-1)?.id,
      version: last.number,
      at: last.when,
      author: last.by?.displayName,
      url: _links.webui === undefined ? undefined : `${site}${_links.webui}`,
      readers: readersOf(restrictions?.read?.restrictions),
    };
  };
  return {
    spaces: async (keys, from) => {
      const query: [string, string][] = [
        ['limit', '100'],
        ...keys.map((key): [string, string] => ['spaceKey', key]),
      ];
      const { results, next } = await list(spaceSchema, '/space', from, query);
      return { items: results, next };
    },
    pages: async ({ key }, from) => {
      const { results, next } = await list(pageSchema, '/content', from, [
        ['type', 'page'],
        ['status', 'current'],
        ['spaceKey', key],
        ['limit', String(PAGES_AT_ONCE)],
        ['expand', `version,ancestors,${READERS}`],
      ]);
      return { items: results.map((page) => pageOf(page)), next };
    },
    parent: async (id) => {
      const response = await api.send(
        `/rest/api/content/${encodeURIComponent(id)}?expand=version,ancestors,${READERS}`,
        { accept: [403, 404] },
      );
      if (response.status !== 200) {
        response.discard();
        return undefined;
      }
      const read = v.safeParse(pageSchema, await response.json());
      if (!read.success) throw new SourceError('invalid_response');
      return pageOf(read.output);
    },
    attachments: async (page, from) => {
      const address = `/content/${encodeURIComponent(page)}/child/attachment`;
      const { results, next } = await list(attachmentSchema, address, from, [
        ['limit', String(ATTACHMENTS_AT_ONCE)],
        ['expand', 'version'],
      ]);
      return {
        items: results.map(({ id, title, version: last, extensions, _links }) => ({
          id,
          title,
          version: last.number,
          at: last.when,
          size: extensions.fileSize,
          url: _links.webui === undefined ? undefined : `${site}${_links.webui}`,
        })),
        next,
      };
    },
    html: async (page) => {
      const address = `/rest/api/content/${encodeURIComponent(page)}?expand=body.export_view`;
      const { title, body } = await api.json(bodySchema, address);
      return { title, html: body.export_view.value };
    },
    download: async (_page, attachment) => {
      const found = await api.json(
        attachmentSchema,
        `/rest/api/content/${encodeURIComponent(attachment)}`,
      );
      const { download } = found._links;
      if (download === undefined) throw new SourceError('not_found');
      return downloaded(context, api, download.startsWith('/') ? download : `/${download}`);
    },
  };
}
