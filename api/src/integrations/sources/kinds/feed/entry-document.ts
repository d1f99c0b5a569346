import { createHash } from 'node:crypto';

import { INLINE_BYTES_MAX, type ListedObject } from '../../source-kind.ts';
import { escapeHtml } from '../../../../extraction/html/escape-html.ts';
import { webAddress, type Feed, type FeedEntry } from './feed-entry.ts';

const KEY_MAX = 1400;
const TITLE_MAX = 100;
const NAME_HASH = 8;
const METADATA_MAX = 500;

/** An entry as a document, with its bytes. */
export interface EntryObject {
  object: ListedObject;
  bytes: Uint8Array;
}

const hashOf = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');

/** Entries as HTML documents. Of those with the same id, the first is one. */
export function entryObjects(feed: Feed): EntryObject[] {
  const keys = new Set<string>();
  const found: EntryObject[] = [];
  for (const entry of feed.entries) {
    const one = entryObject(entry, feed);
    if (one === undefined || keys.has(one.object.key)) continue;
    keys.add(one.object.key);
    found.push(one);
  }
  return found;
}

function entryObject(entry: FeedEntry, feed: Feed): EntryObject | undefined {
  const url = linkOf(entry);
  const content = entry.content === '' ? entry.summary : entry.content;
  if (entry.title === '' && content === '') return undefined;
  const title = plainTitle(entry.title);
  const authors = entry.authors.length > 0 ? entry.authors : feed.authors;
  const key = keyOf(entry, url, content);
  const html = documentOf({ title, authors, entry, content, url });
  const bytes = Buffer.from(html);
  const modifiedAt = dateOf(entry.updated) ?? dateOf(entry.published);
  return {
    bytes,
    object: {
      key,
      path: `${nameOf(title)} (${hashOf(key).slice(0, NAME_HASH)}).html`,
      token: hashOf(bytes),
      size: bytes.length,
      url,
      modifiedAt,
      metadata: metadataOf({ title, authors, entry }),
      content: bytes.length <= INLINE_BYTES_MAX ? bytes : undefined,
    },
  };
}

/** The page of an entry, or the address that names it. */
function linkOf({ links }: FeedEntry): string | undefined {
  const of = (wanted: string) => links.find(({ rel, href }) => rel === wanted && href !== '');
  const link = of('alternate') ?? of('permalink');
  return link === undefined ? undefined : webAddress(link.href, link.base);
}

function keyOf({ id, title }: FeedEntry, url: string | undefined, content: string): string {
  const key = withoutControls(id === '' ? (url ?? '') : id);
  if (key === '') return `sha256:${hashOf(`${title}\n${content}`)}`;
  return key.length <= KEY_MAX ? key : `sha256:${hashOf(key)}`;
}

const withoutControls = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim();

const plainTitle = (text: string): string => withoutControls(text).replaceAll(/\s+/g, ' ');

function nameOf(title: string): string {
  const name = title
    .replaceAll(/[\\/:*?"<>|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[.\s]+/, '');
  return Array.from(name).slice(0, TITLE_MAX).join('').trim() || 'Entry';
}

function dateOf(text: string): Date | undefined {
  const date = new Date(text);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date : undefined;
}

interface Written {
  title: string;
  authors: readonly string[];
  entry: FeedEntry;
}

function metadataOf({ title, authors, entry }: Written): Record<string, string | string[]> {
  const short = (text: string) => withoutControls(text).slice(0, METADATA_MAX);
  const published = dateOf(entry.published)?.toISOString();
  const updated = dateOf(entry.updated)?.toISOString();
  return {
    ...(title !== '' && { title: short(title) }),
    ...(authors.length > 0 && { author: authors.map(short).join(', ').slice(0, METADATA_MAX) }),
    ...(published !== undefined && { published }),
    ...(updated !== undefined && { updated }),
    ...(entry.categories.length > 0 && { tags: entry.categories.map(short) }),
  };
}

function documentOf({
  title,
  authors,
  entry,
  content,
  url,
}: Written & { content: string; url: string | undefined }): string {
  const published = dateOf(entry.published) ?? dateOf(entry.updated);
  const base = webAddress(entry.base, entry.base);
  const byline = [...authors, ...(published === undefined ? [] : [published.toISOString()])];
  return [
    '<!doctype html><html><head><meta charset="utf-8">',
    ...(base === undefined ? [] : [`<base href="${escapeHtml(base)}">`]),
    `<title>${escapeHtml(title)}</title></head><body>`,
    ...(title === '' ? [] : [`<h1>${escapeHtml(title)}</h1>`]),
    ...(byline.length === 0 ? [] : [`<p>${escapeHtml(byline.join(', '))}</p>`]),
    content,
    ...(url === undefined ? [] : [`<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`]),
    '</body></html>',
  ].join('\n');
}
