import type { Socket } from 'node:net';

import type { PlaceOf, SourceKindName, SourceSecret } from '@carrel/shared/contract/sources';

import type { WebPage, WebPageInput } from '../../extraction/web-pages/web-page.ts';
import type { Log } from '../../platform/log.ts';
import type { SourceHttp } from './http/source-http.ts';

/** What a source says of one of its objects. */
export interface ListedObject {
  /** Names the object at the source, and stays where it is renamed if the source has ids. At most 1,500 characters. */
  key: string;
  /** Where it is put, below the folder of the source: names with `/` between them. A name of a file has its ending. */
  path: string;
  /** Changes when the content does: an ETag, a revision, a hash. At most 500 characters. */
  token: string;
  /** Bytes, where the source tells. */
  size?: number | undefined;
  /** Where people open it. */
  url?: string | undefined;
  modifiedAt?: Date | undefined;
  /** Of the document: texts, or lists of texts such as the groups that may read it. */
  metadata?: Record<string, string | string[]> | undefined;
  /** Its bytes, where the list has them anyway and they are at most `INLINE_BYTES_MAX`: it is not read then. */
  content?: Uint8Array | undefined;
}

/** Bytes of an object that come with its list at most. Larger ones are read on their own. */
export const INLINE_BYTES_MAX = 1024 * 1024;
/** Objects of one page at most; a page with contents has at most 16 MiB of them. */
export const PAGE_OBJECTS_MAX = 1000;

export interface ListedPage {
  objects: readonly ListedObject[];
  /** Whether only what changed since `since` is listed: what is not named is still there. The same on each page. */
  isDelta?: boolean | undefined;
  /** Keys of objects that are gone, of a delta. */
  gone?: readonly string[] | undefined;
  /** Where the next page begins, at most 8 MiB; absent on the last page. It is stored: after a kill another process goes on there. */
  next?: string | undefined;
  /**
   * On the last page: why not everything was listed, as a sentence for users; absent where it was. What is not named
   * is still there then.
   */
  incomplete?: string | undefined;
  /** On the last page: what the next run passes as `since`, at most 100,000 characters. */
  changeToken?: string | undefined;
}

/** An object as it was listed. */
export type ReadableObject = Pick<ListedObject, 'key' | 'path' | 'token' | 'size' | 'url'>;

export interface ListRequest {
  cursor: string | undefined;
  since: string | undefined;
  /**
   * Tokens that objects have had since the last run, by key, at most 1,000 at once. An object that is listed with
   * the same token, and without `content`, stays as it is, its metadata included.
   */
  known?: ((keys: readonly string[]) => Promise<ReadonlyMap<string, string>>) | undefined;
}

/** A connection to one source, for some steps of a run. Its calls may be concurrent, up to `concurrency` of its kind. */
export interface SourceConnection {
  /**
   * A page of what is there, and where the next begins. `since` is what the last complete list returned as its
   * `changeToken`. A kind that cannot tell changes ignores it. One that can and finds it expired lists everything.
   * @throws {SourceError}
   */
  list(request: ListRequest): Promise<ListedPage>;
  /**
   * The bytes of an object. An error after the first bytes counts as one of the object.
   * @throws {SourceError} `not_found` where it is gone, `too_large`, `forbidden`: of the object; others end the run.
   */
  read(object: ReadableObject): Promise<AsyncIterable<Uint8Array>>;
  close?(): Promise<void> | void;
}

/**
 * Reads a web page in a worker process, within the limits of documents. `none` are bytes that are no page; `unreadable`
 * is a page that takes too much time or memory. @throws {SourceError} where another run may succeed.
 */
export type ReadWebPage = (
  page: WebPageInput,
) => Promise<{ kind: 'page'; page: WebPage } | { kind: 'none' } | { kind: 'unreadable' }>;

/** What a kind is opened with. */
export interface SourceContext {
  /** What the person entered, decrypted. */
  secret: SourceSecret | undefined;
  /**
   * A token of a person who connected the source by signing in, renewed where needed, and where the source has `refused`
   * the one that was returned before. @throws {SourceError} `not_connected`
   */
  accessToken(refused?: string): Promise<string>;
  /** The only way to a server by http. */
  http: SourceHttp;
  /** The only other way: a TCP connection, with TLS where `tls`. @throws {SourceError} */
  connect(target: { host: string; port: number; tls: boolean }): Promise<Socket>;
  readWebPage: ReadWebPage;
  /** A folder of this machine for the run, which exists. It may be lost between two steps. */
  workFolder: string;
  /** Folders of this machine below which a source may be, by the operator's setting; none by default. */
  allowedFolders: readonly string[];
  /** Bytes of an object that is read at most. */
  objectBytesMax: number;
  /** Aborts when the run is cancelled or the server stops. */
  signal: AbortSignal;
  /** Whether paths are left out, so that a kind need not ask for what is below a folder. */
  isLeftOut(path: string): boolean;
  log: Log;
  now(): Date;
}

/** One kind of source: a folder below `kinds`, and a line of `kinds-table.ts`. */
export interface SourceKind<Kind extends SourceKindName = SourceKindName> {
  kind: Kind;
  /** Whom the secret is sent to, such as `https://example.com`: another one needs the secret again. */
  secretGoesTo(place: PlaceOf<Kind>): string;
  /** Calls of `read` at once. */
  concurrency: number;
  /** Whether equal tokens are equal bytes, so that a key that is gone and a new one with its token are a renamed object. */
  tokensAreContents: boolean;
  /**
   * Whether lists are mostly in the order of the bytes of keys: then objects that are as before are not written. A list
   * that is in another order all the same begins once more.
   */
  isListSorted?: boolean;
  /** Opens a connection. @throws {SourceError} */
  open(place: PlaceOf<Kind>, context: SourceContext): Promise<SourceConnection>;
}
