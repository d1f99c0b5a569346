import { createHash } from 'node:crypto';

import type { PlaceOf } from '@carrel/shared/contract/sources';

import { SourceError } from '../../source-error.ts';
import {
  PAGE_OBJECTS_MAX,
  type ListedPage,
  type SourceConnection,
  type SourceContext,
} from '../../source-kind.ts';
import { entryObjects, type EntryObject } from './entry-document.ts';
import { webAddress } from './feed-entry.ts';
import { fetchFeed, type FetchedFeed, type Validators } from './fetch-feed.ts';
import { parseFeed } from './parse-feed.ts';

/** Documents of a feed that are read at most, by their links to the next. */
const DOCUMENTS_MAX = 100;
const TOO_LONG = `The feed has more than ${DOCUMENTS_MAX} documents. The oldest ones are not read.`;
/** Bytes of the contents of one page. */
const PAGE_BYTES_MAX = 15 * 1024 * 1024;

/** Where a list goes on. */
interface Cursor {
  url: string;
  /** Entries of the document that are listed, and its hash: one that has changed is listed anew. */
  listed: number;
  hash: string;
  /** Hashes of the addresses of documents before it. */
  seen: string[];
  /** What the next run compares the first document with. */
  changeToken: string;
}

interface Document {
  url: string;
  hash: string;
  objects: EntryObject[];
  next: string | undefined;
}

export function createFeedConnection(
  place: PlaceOf<'feed'>,
  context: SourceContext,
): SourceConnection {
  const { origin } = new URL(place.url);
  let last: Document | undefined;
  const documentOf = (fetched: FetchedFeed, url: string): Document => {
    const feed = parseFeed(fetched.source, fetched.address);
    const link =
      feed.links.find(({ rel }) => rel === 'next') ??
      feed.links.find(({ rel }) => rel === 'prev-archive');
    const next = link === undefined ? undefined : webAddress(link.href, link.base);
    const isHere = next !== undefined && new URL(next).origin === origin;
    last = {
      url,
      hash: fetched.hash,
      objects: entryObjects(feed),
      next: isHere ? next : undefined,
    };
    return last;
  };
  const load = async (url: string): Promise<Document> => {
    const fetched = await fetchFeed(url, context, {});
    if (fetched === undefined) throw new SourceError('invalid_response');
    return documentOf(fetched, url);
  };
  const pageOf = (document: Document, cursor: Omit<Cursor, 'url' | 'hash'>): ListedPage => {
    const { changeToken } = cursor;
    const page: EntryObject['object'][] = [];
    let [bytes, at] = [0, cursor.listed];
    for (; at < document.objects.length && page.length < PAGE_OBJECTS_MAX; at += 1) {
      const one = document.objects[at];
      bytes += one?.object.content?.length ?? 0;
      if (one === undefined || (bytes > PAGE_BYTES_MAX && page.length > 0)) break;
      page.push(one.object);
    }
    const { url, hash, next } = document;
    const follow = (where: Omit<Cursor, 'changeToken'>): ListedPage => ({
      objects: page,
      isDelta: true,
      next: JSON.stringify({ ...where, changeToken } satisfies Cursor),
    });
    const { seen } = cursor;
    if (at < document.objects.length) return follow({ url, hash, seen, listed: at });
    const before = [...seen, nameOf(url)];
    const isNew = next !== undefined && !before.includes(nameOf(next));
    if (isNew && before.length < DOCUMENTS_MAX)
      return follow({ url: next, hash: '', seen: before, listed: 0 });
    return { objects: page, isDelta: true, changeToken, ...(isNew && { incomplete: TOO_LONG }) };
  };
  return {
    list: async ({ cursor, since }) => {
      if (cursor === undefined) {
        const known = validatorsOf(since, place.url);
        const fetched = await fetchFeed(place.url, context, known);
        if (fetched === undefined || fetched.hash === known.hash)
          return { objects: [], isDelta: true, changeToken: since };
        const { hash, etag, lastModified } = fetched;
        const changeToken = JSON.stringify({ url: place.url, hash, etag, lastModified });
        return pageOf(documentOf(fetched, place.url), { listed: 0, seen: [], changeToken });
      }
      const { url, listed, hash, seen, changeToken } = JSON.parse(cursor) as Cursor;
      const isKnown = last !== undefined && last.url === url && last.hash === hash;
      const document = isKnown && last !== undefined ? last : await load(url);
      const from = document.hash === hash ? listed : 0;
      return pageOf(document, { listed: from, seen, changeToken });
    },
    read: async ({ key }) => {
      const seen = new Set<string>();
      let url: string | undefined = place.url;
      while (url !== undefined && !seen.has(url) && seen.size < DOCUMENTS_MAX) {
        seen.add(url);
        const document = await load(url);
        const found = document.objects.find(({ object }) => object.key === key);
        if (found !== undefined) return piecesOf(found.bytes);
        url = document.next;
      }
      throw new SourceError('not_found', { message: 'The entry is no longer in the feed.' });
    },
  };
}

const nameOf = (url: string): string =>
  createHash('sha256').update(url).digest('base64url').slice(0, 16);

/** What the last run saw, of the same address. */
function validatorsOf(since: string | undefined, url: string): Validators {
  if (since === undefined) return {};
  const known = JSON.parse(since) as Validators & { url: string };
  return known.url === url ? known : {};
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield bytes;
}
