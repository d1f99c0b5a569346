import type { CarrelError } from './errors/carrel-error.ts';
import { Access } from './nouns/access.ts';
import { Accounts } from './nouns/accounts.ts';
import { Archives } from './nouns/archives.ts';
import { Chunks } from './nouns/chunks.ts';
import { Datasets } from './nouns/datasets.ts';
import { Documents } from './nouns/documents.ts';
import { Duplicates } from './nouns/duplicates.ts';
import { Versions } from './nouns/versions.ts';
import { Groups } from './nouns/groups.ts';
import { Members } from './nouns/members.ts';
import { Moves } from './nouns/moves.ts';
import { Search } from './nouns/search.ts';
import { Sources } from './nouns/sources.ts';
import { Workspaces } from './nouns/workspaces.ts';
import { systemClock } from './requests/clock.ts';
import type { Clock } from './requests/clock.ts';
import { Connection } from './requests/connection.ts';
import { Uploads } from './uploads/uploads.ts';

/** Milliseconds for one try of a call. */
export const TIMEOUT_DEFAULT = 60_000;
/** Tries after the first one. */
export const RETRIES_DEFAULT = 4;

export interface CarrelOptions {
  /** Where the server is, such as `https://carrel.example.com`. */
  url: string | URL;
  /** A key of an organization. Without one, `fetch` has to send who calls. */
  apiKey?: string | undefined;
  /** The organization to work in. A key names its own. */
  organizationId?: string | undefined;
  /** Sends the requests, instead of the global one. */
  fetch?: typeof fetch | undefined;
  /** Tries after the first one, 4 by default; 0 for none. */
  retries?: number | undefined;
  /** Milliseconds for one try of a call, a minute by default. Uploads have more. */
  timeout?: number | undefined;
  /** Ends all calls. */
  signal?: AbortSignal | undefined;
  /** Headers of each request, such as a `User-Agent` outside of browsers. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Is told of each failure after which a call is tried again, and of the milliseconds until then. */
  onRetry?: ((error: CarrelError, milliseconds: number) => void) | undefined;
  /** For tests: time, as far as the client waits. */
  clock?: Clock | undefined;
}

/**
 * A client of a Carrel server, in Node.js and browsers.
 *
 * @example const carrel = new Carrel({ url: 'https://carrel.example.com', apiKey });
 */
export class Carrel {
  /** Sends calls that no group has. */
  readonly connection: Connection;
  readonly accounts: Accounts;
  readonly datasets: Datasets;
  readonly documents: Documents;
  readonly duplicates: Duplicates;
  readonly chunks: Chunks;
  readonly versions: Versions;
  readonly moves: Moves;
  readonly archives: Archives;
  readonly uploads: Uploads;
  readonly sources: Sources;
  readonly workspaces: Workspaces;
  readonly search: Search;
  readonly members: Members;
  readonly groups: Groups;
  readonly access: Access;
  readonly #options: CarrelOptions;

  /** @throws {TypeError} for a URL that is none. */
  constructor(options: CarrelOptions) {
    this.#options = options;
    const { apiKey, organizationId, fetch: send = fetch } = options;
    this.connection = new Connection({
      url: baseOf(options.url),
      headers: {
        ...options.headers,
        ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
        ...(organizationId === undefined ? {} : { 'X-Organization-Id': organizationId }),
      },
      organizationId,
      // A browser's own has to be called as a function of the window.
      fetch: (input, init) => send(input, init),
      retries: options.retries ?? RETRIES_DEFAULT,
      timeout: options.timeout ?? TIMEOUT_DEFAULT,
      signal: options.signal,
      clock: options.clock ?? systemClock,
      onRetry: options.onRetry,
    });
    this.accounts = new Accounts(this.connection);
    this.datasets = new Datasets(this.connection);
    this.documents = new Documents(this.connection);
    this.duplicates = new Duplicates(this.connection);
    this.chunks = new Chunks(this.connection);
    this.versions = new Versions(this.connection);
    this.moves = new Moves(this.connection);
    this.archives = new Archives(this.connection);
    this.uploads = new Uploads(this.connection, this.archives);
    this.sources = new Sources(this.connection);
    this.workspaces = new Workspaces(this.connection);
    this.search = new Search(this.connection);
    this.members = new Members(this.connection);
    this.groups = new Groups(this.connection);
    this.access = new Access(this.connection);
  }

  /** Returns a client that works in another organization. */
  inOrganization(organizationId: string): Carrel {
    return new Carrel({ ...this.#options, organizationId });
  }
}

function baseOf(url: string | URL): URL {
  const base = new URL(url);
  if (base.protocol !== 'https:' && base.protocol !== 'http:') {
    throw new TypeError('The URL of the server begins with https:// or http://.');
  }
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base;
}
