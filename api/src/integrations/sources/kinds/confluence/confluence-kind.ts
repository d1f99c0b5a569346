import { Readable } from 'node:stream';

import type { PlaceOf } from '@carrel/shared/contract/sources';

import { escapeText } from '../../../../extraction/html/escape-html.ts';
import { boundedNames } from '../../cloud/bounded-names.ts';
import { nextPageNumber, pathPart } from '../../cloud/cloud-api.ts';
import { SourceError } from '../../source-error.ts';
import type {
  ListedObject,
  ListedPage,
  SourceConnection,
  SourceContext,
  SourceKind,
} from '../../source-kind.ts';
import { connectedPath, createCloudWiki } from './cloud-wiki.ts';
import { createDataCenterWiki } from './data-center-wiki.ts';
import { createPageTree } from './page-tree.ts';
import type { Wiki, WikiAttachment, WikiPage, WikiSpace } from './wiki.ts';

const ATLASSIAN_API = 'https://api.atlassian.com';
const SPACES_MAX = 5000;
/** Objects after which a page of a list ends, before the next attachments. */
const OBJECTS_ENOUGH = 800;

type Metadata = Record<string, string | string[]>;

/** A page whose attachments are still to be listed. */
interface Pending {
  id: string;
  folder: string;
  metadata: Metadata;
}

interface ConfluenceCursor {
  spaces: WikiSpace[];
  at: number;
  /** Where the pages of the space go on. */
  from?: string | undefined;
  pending: Pending[];
  attachmentsFrom?: string | undefined;
  pages: number;
}

interface ConfluenceOptions {
  api?: string;
  isCloud?: (host: string) => boolean;
}

/**
 * Confluence Cloud, by the person who connected it or by an address and an API token, and Data Center by a user name and
 * password or by a personal access token. Each run lists everything: neither tells what is gone.
 */
export function createConfluenceKind({
  api = ATLASSIAN_API,
  isCloud = (host) => host.endsWith('.atlassian.net'),
}: ConfluenceOptions = {}): SourceKind<'confluence'> {
  return {
    kind: 'confluence',
    secretGoesTo: ({ site_url: site }) => new URL(site).origin,
    concurrency: 4,
    tokensAreContents: false,
    open: async (place, context) =>
      connectionTo(await wikiOf(place, context, { api, isCloud }), place),
  };
}

async function wikiOf(
  { site_url: address }: PlaceOf<'confluence'>,
  context: SourceContext,
  { api, isCloud }: Required<ConfluenceOptions>,
): Promise<Wiki> {
  const site = new URL(address);
  const { username = '', password = '' } = context.secret ?? {};
  const wikiAddress = `${site.origin}/wiki`;
  if (password === '') {
    const path = await connectedPath(context, api, site);
    return createCloudWiki({ context, base: api, path, site: wikiAddress });
  }
  const authorization = () =>
    username === ''
      ? `Bearer ${password}`
      : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  if (isCloud(site.hostname)) {
    return createCloudWiki({
      context,
      base: site.origin,
      path: '/wiki',
      site: wikiAddress,
      authorization,
    });
  }
  const base = `${site.origin}${site.pathname.replace(/\/+$/, '')}`;
  return createDataCenterWiki({ context, site: base, authorization });
}

function connectionTo(wiki: Wiki, { spaces: keys = [] }: PlaceOf<'confluence'>): SourceConnection {
  const tree = createPageTree(wiki);
  return {
    list: async ({ cursor }) => {
      if (cursor !== undefined) return listPage(wiki, tree, JSON.parse(cursor) as ConfluenceCursor);
      const spaces = await spacesOf(wiki, keys);
      return listPage(wiki, tree, { spaces, at: 0, pending: [], pages: 0 });
    },
    read: async ({ key }) => {
      const [kind, page = '', attachment = ''] = key.split(':');
      if (kind === 'attachment') return wiki.download(page, attachment);
      const { title, html } = await wiki.html(page);
      return Readable.from([Buffer.from(documentOf(title, html))]);
    },
  };
}

async function spacesOf(wiki: Wiki, keys: readonly string[]): Promise<WikiSpace[]> {
  const spaces: WikiSpace[] = [];
  let from: string | undefined;
  do {
    const { items, next } = await wiki.spaces(keys, from);
    spaces.push(...items);
    from = next;
    if (spaces.length > SPACES_MAX) throw new SourceError('too_many_objects');
  } while (from !== undefined);
  const missing = keys.find((key) => !spaces.some((space) => space.key === key));
  if (missing === undefined) return spaces;
  throw new SourceError('not_found', {
    message: `The wiki has no space with the key "${missing}".`,
  });
}

/** Lists pages, and then what is attached to them. */
async function listPage(
  wiki: Wiki,
  tree: ReturnType<typeof createPageTree>,
  cursor: ConfluenceCursor,
): Promise<ListedPage> {
  const objects: ListedObject[] = [];
  let { at, from, attachmentsFrom } = cursor;
  const pending = [...cursor.pending];
  const pages = nextPageNumber(cursor.pages);
  const space = cursor.spaces[at];
  if (pending.length === 0 && space !== undefined) {
    const part = await wiki.pages(space, from);
    for (const page of part.items) tree.keep(page);
    for (const page of part.items) {
      const { folder: above, readers } = await tree.placeOf(page);
      const folder = `${pathPart(space.name)}/${above}`;
      const metadata: Metadata = {
        title: page.title,
        ...(page.author !== undefined && { author: page.author }),
        ...(readers !== undefined && {
          source_groups: boundedNames(readers.groups),
          source_people: boundedNames(readers.people),
        }),
      };
      objects.push(listedPage(page, folder, metadata));
      const { title: _title, author: _author, ...inherited } = metadata;
      pending.push({
        id: page.id,
        folder: `${folder}${pathPart(page.title)}/`,
        metadata: inherited,
      });
    }
    from = part.next;
    if (from === undefined) at += 1;
  }
  for (
    let first = pending[0];
    first !== undefined && objects.length < OBJECTS_ENOUGH;
    first = pending[0]
  ) {
    const { items, next } = await wiki.attachments(first.id, attachmentsFrom);
    objects.push(...items.map((item) => listedAttachment(item, first)));
    attachmentsFrom = next;
    if (next === undefined) pending.shift();
  }
  if (pending.length === 0 && at >= cursor.spaces.length) return { objects };
  const next = { spaces: cursor.spaces, at, from, pending, attachmentsFrom, pages };
  return { objects, next: JSON.stringify(next satisfies ConfluenceCursor) };
}

const listedPage = (page: WikiPage, folder: string, metadata: Metadata): ListedObject => ({
  key: `page:${page.id}`,
  path: `${folder}${pathPart(page.title)}.html`,
  token: `v${page.version}`,
  url: page.url,
  ...(page.at !== undefined && { modifiedAt: new Date(page.at) }),
  metadata,
});

const listedAttachment = (
  { id, title, version, at, size, url }: WikiAttachment,
  { id: page, folder, metadata }: Pending,
): ListedObject => ({
  key: `attachment:${page}:${id}`,
  path: `${folder}${pathPart(title)}`,
  token: `v${version}`,
  size,
  url,
  ...(at !== undefined && { modifiedAt: new Date(at) }),
  metadata,
});

function documentOf(title: string, html: string): string {
  const heading = escapeText(title);
  return `<!doctype html>\n<html><head><meta charset="utf-8"><title>${heading}</title></head><body><h1>${heading}</h1>\n${html}</body></html>\n`;
}
