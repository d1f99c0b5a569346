import type { WebPage } from '../../../../../extraction/web-pages/web-page.ts';
import { INLINE_BYTES_MAX, type ListedObject } from '../../../source-kind.ts';
import { keyOf, type Site } from '../addresses.ts';
import type { CrawlState, Waiting } from './crawl-state.ts';
import type { FetchedFile, FetchedPage } from '../fetch-page.ts';
import { distinctPath, pathOf, shortHash } from '../page-path.ts';
import { documentOf } from '../page-document.ts';

const HASH_CHARACTERS = 22;
const VALIDATOR_MAX = 300;
const METADATA_MAX = 1000;
/** Between the hash of a document and what its page is asked for with. */
const VALIDATORS = { etag: '.e', modified: '.m' };

interface Listing {
  crawler: { site: Site; place: { mode: 'crawl' | 'sitemap' } };
  state: CrawlState;
  waiting: Waiting;
}

/** `token` is what the page had in the last run. */
export function objectOfPage(
  page: WebPage,
  {
    fetched,
    crawler,
    state,
    waiting,
    token,
  }: Listing & { fetched: FetchedPage; token: string | undefined },
): ListedObject {
  const { address, headers } = fetched;
  const url = crawler.site.urlOf(address);
  const content = Buffer.from(documentOf(page, url), 'utf8');
  const own = shortHash(content, HASH_CHARACTERS);
  const isSame = token?.slice(0, HASH_CHARACTERS) === own;
  const validator = crawler.place.mode === 'sitemap' ? validatorOf(headers) : '';
  const object = objectOf(address, pathOf(keyOf(address)), { crawler, state, waiting, headers });
  return {
    ...object,
    token: isSame ? token : `${own}${validator}`,
    size: content.length,
    metadata: metadataOf(page),
    content: content.length <= INLINE_BYTES_MAX ? content : undefined,
  };
}

export function objectOfFile(
  { address, ending, headers, sample }: FetchedFile,
  listing: Listing,
): ListedObject {
  const object = objectOf(address, pathOf(keyOf(address), ending === 'html' ? undefined : ending), {
    ...listing,
    headers,
  });
  const length = headers['content-encoding'] === undefined ? headers['content-length'] : undefined;
  const size = length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
  const says = [headers.etag ?? headers['last-modified'] ?? '', length ?? '', sample ?? ''];
  return { ...object, token: shortHash([object.key, ...says].join('\n'), HASH_CHARACTERS), size };
}

function objectOf(
  address: string,
  path: string,
  { crawler, state, waiting, headers }: Listing & { headers: FetchedPage['headers'] },
): Omit<ListedObject, 'token'> {
  const key = keyOf(address);
  const distinct = state.paths.add(path) ? path : distinctPath(path, key);
  return {
    key,
    path: distinct,
    url: crawler.site.urlOf(address).href,
    modifiedAt: dateOf(waiting.modified) ?? dateOf(headers['last-modified']),
  };
}

/** What a page is asked for with, so that only a changed one is sent. */
export function conditionsOf(token: string | undefined): Record<string, string> {
  const validator = token?.slice(HASH_CHARACTERS) ?? '';
  const value = validator.slice(2);
  if (validator.startsWith(VALIDATORS.etag)) return { 'If-None-Match': value };
  return validator.startsWith(VALIDATORS.modified) ? { 'If-Modified-Since': value } : {};
}

const isShort = (text: string) => text.length <= VALIDATOR_MAX && /^[\u0020-\u007e]+$/.test(text);

function validatorOf(headers: FetchedPage['headers']): string {
  const { etag, 'last-modified': modified } = headers;
  if (etag !== undefined && isShort(etag)) return `${VALIDATORS.etag}${etag}`;
  return modified !== undefined && isShort(modified) ? `${VALIDATORS.modified}${modified}` : '';
}

function metadataOf({ title, author, description, language, publishedAt }: WebPage) {
  const values = { title, author, description, language, published_at: publishedAt };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value.slice(0, METADATA_MAX)]],
    ),
  );
}

function dateOf(text: string | undefined): Date | undefined {
  const date = text === undefined ? undefined : new Date(text);
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date;
}
