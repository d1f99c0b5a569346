import type { WebPageInput } from '../../../../extraction/web-pages/web-page.ts';
import type { SourceHttp, SourceResponse } from '../../http/source-http.ts';
import { SourceError } from '../../source-error.ts';
import { keyOf, type Site } from './addresses.ts';
import type { Gate } from './gate.ts';
import { endingOf, FILE_ENDINGS, shortHash } from './page-path.ts';

/** Bytes of a page whose text is read; larger ones are files. */
export const PAGE_BYTES_MAX = 3 * 1024 * 1024;
/** Time for all of a page, however slowly it comes. */
const PAGE_MILLISECONDS = 60_000;
const REDIRECTS_MAX = 5;
const STATUSES_OF_REDIRECTS = [301, 302, 303, 307, 308];

/** Endings of the types of files, where an address does not tell. */
const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/epub+zip': 'epub',
  'application/rtf': 'rtf',
  'text/rtf': 'rtf',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
};
const PAGE_TYPES = new Set(['text/html', 'application/xhtml+xml']);
const UNKNOWN_TYPES = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

export interface FetchedPage {
  kind: 'page';
  address: string;
  url: URL;
  input: WebPageInput;
  headers: SourceResponse['headers'];
}

/** A file, whose bytes are not read. */
export interface FetchedFile {
  kind: 'file';
  address: string;
  url: URL;
  ending: string;
  headers: SourceResponse['headers'];
  /** Of what was read of it, where its headers do not tell whether it changed. */
  sample?: string;
}

export type Fetched =
  | FetchedPage
  | FetchedFile
  | { kind: 'unchanged'; address: string; url: URL; headers: SourceResponse['headers'] }
  /** It leads to an address of another key, which is not asked for yet; undefined for one outside of the host. */
  | { kind: 'moved'; address: string | undefined }
  /** Neither a page nor a file that becomes a document. */
  | { kind: 'other' };

export interface Fetching {
  http: SourceHttp;
  gate: Gate;
  site: Site;
  headers: Readonly<Record<string, string>>;
}

/** Sends one request, and follows redirects to what is the same page. The slot is freed with `end`. */
export async function requestPage(
  { http, gate, site, headers }: Fetching,
  address: string,
  conditions: Readonly<Record<string, string>> = {},
): Promise<{ response: SourceResponse; moved?: string | undefined; end: () => void }> {
  let url = site.urlOf(address);
  for (let redirects = 0; ; redirects += 1) {
    const end = await gate.enter();
    try {
      const response = await http.request(url, {
        headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers, ...conditions },
        bytesMax: Number.MAX_SAFE_INTEGER,
        accept: [304, ...STATUSES_OF_REDIRECTS],
        redirects: false,
      });
      const { location } = response.headers;
      if (!STATUSES_OF_REDIRECTS.includes(response.status)) return { response, end };
      response.discard();
      end();
      if (
        location === undefined ||
        !URL.canParse(location, url.href) ||
        redirects === REDIRECTS_MAX
      )
        throw new SourceError('invalid_response');
      const next = new URL(location, url);
      const moved = site.addressOf(next.href);
      if (moved === undefined || keyOf(moved) !== keyOf(address)) return { response, moved, end };
      site.moveTo(next);
      // With or without a slash at its end, and from http to https, but never back to http.
      url = site.urlOf(`${next.pathname}${next.search}`);
    } catch (error) {
      end();
      throw error;
    }
  }
}

/** Asks for an address, and reads it where it is a page. @throws {SourceError} */
export async function fetchPage(
  fetching: Fetching,
  address: string,
  conditions: Readonly<Record<string, string>> = {},
): Promise<Fetched> {
  const { response, moved, end } = await requestPage(fetching, address, conditions);
  try {
    const { headers, url, status } = response;
    if (STATUSES_OF_REDIRECTS.includes(status)) return { kind: 'moved', address: moved };
    const own = fetching.site.addressOf(url.href) ?? address;
    if (status === 304) return { kind: 'unchanged', address: own, url, headers };
    const type = typeOf(headers);
    const ending = endingOf(own);
    const isFile = FILE_ENDINGS.has(ending) && UNKNOWN_TYPES.has(type);
    const fileEnding = isFile ? ending : ENDINGS[type];
    if (fileEnding !== undefined) {
      const shown = FILE_ENDINGS.has(ending) ? ending : fileEnding;
      const file = { kind: 'file', address: own, url, ending: shown, headers } as const;
      if (headers.etag !== undefined || headers['last-modified'] !== undefined) return file;
      return { ...file, sample: shortHash((await readStart(response)).bytes, 22) };
    }
    if (!PAGE_TYPES.has(type) && type !== '') return { kind: 'other' };
    const { bytes, isWhole } = await readStart(response);
    if (!isWhole) return fileOf({ address: own, url, headers }, bytes);
    return { kind: 'page', address: own, url, input: pageInputOf(bytes, response), headers };
  } finally {
    response.discard();
    end();
  }
}

export function typeOf(headers: SourceResponse['headers']): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** What the reader of pages gets. */
export function pageInputOf(
  bytes: Uint8Array,
  { headers, url }: Pick<SourceResponse, 'headers' | 'url'>,
): WebPageInput {
  const charset = /charset\s*=\s*["']?([\w.:-]+)/i.exec(headers['content-type'] ?? '')?.[1];
  return { bytes, url: url.href, charset, isNamedPage: typeOf(headers) !== '' };
}

/** A page that is a document as it is, without being read. */
export const fileOf = (
  { address, url, headers }: Pick<FetchedPage, 'address' | 'url' | 'headers'>,
  bytes: Uint8Array,
): FetchedFile => ({
  kind: 'file',
  address,
  url,
  ending: 'html',
  headers,
  sample: shortHash(bytes, 22),
});

async function readStart(response: SourceResponse) {
  const pieces: Uint8Array[] = [];
  const until = performance.now() + PAGE_MILLISECONDS;
  let length = 0;
  for await (const piece of response.body()) {
    pieces.push(piece);
    length += piece.length;
    if (length > PAGE_BYTES_MAX) return { bytes: Buffer.concat(pieces), isWhole: false };
    if (performance.now() > until) throw new SourceError('timeout');
  }
  return { bytes: Buffer.concat(pieces), isWhole: true };
}
