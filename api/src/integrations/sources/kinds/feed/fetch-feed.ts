import { createHash } from 'node:crypto';

import type { SourceSecret } from '@carrel/shared/contract/sources';

import type { SourceContext } from '../../source-kind.ts';
import { failureOfPage, isPage } from './named-feeds.ts';

const NOT_MODIFIED = 304;
const VALIDATOR_MAX = 1000;
const HEAD_BYTES = 20_000;

/** What tells that a document is the same. */
export interface Validators {
  etag?: string | undefined;
  lastModified?: string | undefined;
  hash?: string | undefined;
}

export interface FetchedFeed extends Validators {
  hash: string;
  /** Its text, or its bytes where they say their encoding themselves. */
  source: string | Uint8Array;
  /** Where it came from, after redirects. */
  address: string;
}

/** Reads a document of a feed; undefined where it has not changed. @throws {SourceError} */
export async function fetchFeed(
  url: string,
  { http, secret, readWebPage }: Pick<SourceContext, 'http' | 'secret' | 'readWebPage'>,
  known: Validators,
): Promise<FetchedFeed | undefined> {
  const authorization = authorizationOf(secret);
  const response = await http.request(url, {
    headers: {
      Accept: 'application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.5',
      ...(authorization !== undefined && { Authorization: authorization }),
      ...(known.etag !== undefined && { 'If-None-Match': known.etag }),
      ...(known.lastModified !== undefined && { 'If-Modified-Since': known.lastModified }),
    },
    accept: known.etag === undefined && known.lastModified === undefined ? [] : [NOT_MODIFIED],
  });
  if (response.status === NOT_MODIFIED) {
    response.discard();
    return undefined;
  }
  const { headers } = response;
  const bytes = await response.bytes();
  const charset = charsetOf(headers['content-type']);
  const source = decoded(bytes, charset);
  const address = response.url.href;
  const head = typeof source === 'string' ? source : textOf(source.subarray(0, HEAD_BYTES));
  if (isPage(head)) throw await failureOfPage(readWebPage, { bytes, url: address, charset });
  return {
    hash: createHash('sha256').update(bytes).digest('hex'),
    etag: validator(headers.etag),
    lastModified: validator(headers['last-modified']),
    source,
    address,
  };
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

const validator = (text: string | undefined): string | undefined =>
  text !== undefined && text.length <= VALIDATOR_MAX ? text : undefined;

const charsetOf = (type: string | undefined): string | undefined =>
  /charset\s*=\s*"?([\w-]+)/i.exec(type ?? '')?.[1];

/** The encoding of the header counts, except where the bytes are none of it. */
function decoded(bytes: Uint8Array, name: string | undefined): string | Uint8Array {
  if (name === undefined) return bytes;
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes);
  } catch {
    return bytes;
  }
}

function authorizationOf(secret: SourceSecret | undefined): string | undefined {
  const { username = '', password = '' } = secret ?? {};
  if (username !== '') return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return password === '' ? undefined : `Bearer ${password}`;
}
