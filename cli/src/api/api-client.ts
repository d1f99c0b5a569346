import { setTimeout as pause } from 'node:timers/promises';

import { apiPaths } from '@carrel/shared/paths';
import * as v from 'valibot';

import { EXIT, Failure } from '../exit-codes.ts';
import { cookieHeader, storeCookies } from '../session/cookies.ts';
import type { SessionStore } from '../session/session-store.ts';
import { send, Unreachable } from './send.ts';
import type { ReceivedResponse, StreamedBody } from './send.ts';

/** A response that is not 2xx. */
export class ApiFailure extends Failure {
  readonly status: number;
  readonly headers: ReceivedResponse['headers'];

  constructor(message: string, { status, headers }: ReceivedResponse) {
    super(message, status === 401 || status === 403 ? EXIT.notAllowed : EXIT.failed);
    this.status = status;
    this.headers = headers;
  }
}

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  /** One of `apiPaths`. */
  path: string;
  json?: unknown;
  body?: StreamedBody;
  headers?: Readonly<Record<string, string>>;
  organizationId?: string;
  /** The server may need minutes. */
  isSlow?: boolean;
}

interface ClientOptions {
  server: string;
  store: SessionStore;
  /** Sent instead of a session. */
  apiKey: string | undefined;
  userAgent: string;
  signal: AbortSignal;
}

/** Reads are sent again this often where the server is away for a moment. */
const READ_RETRIES = 4;
const WAIT_MAX_SECONDS = 30;

/** Calls a server with the stored session, and renews that once it has expired. */
export class ApiClient {
  readonly server: string;
  readonly signal: AbortSignal;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.server = options.server;
    this.signal = options.signal;
  }

  /** @throws {ApiFailure} for a status that is not 2xx. @throws {Failure} for an unexpected body. */
  async json<Schema extends v.GenericSchema>(
    schema: Schema,
    call: Call,
  ): Promise<v.InferOutput<Schema>> {
    const { text } = await this.call(call);
    try {
      return v.parse(schema, JSON.parse(text));
    } catch (error) {
      const message = 'The server sent a response that this version does not understand.';
      throw new Failure(message, EXIT.failed, { cause: error });
    }
  }

  /** @throws {ApiFailure} for a status that is not 2xx. */
  async call(call: Call): Promise<ReceivedResponse> {
    const isRead = /^(?:GET|HEAD)$/u.test(call.method ?? 'GET');
    for (let tries = 0; ; tries += 1) {
      const response = await this.#sendSignedIn(call).catch((error: unknown) => {
        if (isRead && error instanceof Unreachable && tries < READ_RETRIES) return undefined;
        throw error;
      });
      const mayRetry = tries < READ_RETRIES && (response === undefined || isBusy(response, isRead));
      if (!mayRetry && response !== undefined) return accepted(response, this.server);
      await pause(waitOf(response, tries), undefined, { signal: this.signal });
    }
  }

  async #sendSignedIn(call: Call): Promise<ReceivedResponse> {
    const { store, apiKey } = this.#options;
    if (apiKey !== undefined) return this.#send(call, { Authorization: `Bearer ${apiKey}` });
    const { cookies } = await store.read(this.server);
    const used = cookieHeader(cookies, `/${call.path.split('?')[0]}`);
    const response = await this.#send(call, used === undefined ? {} : { Cookie: used });
    if (response.status !== 401 || cookies.length === 0) return response;
    await this.#renew(used);
    const { cookies: renewed } = await store.read(this.server);
    const cookie = cookieHeader(renewed, `/${call.path.split('?')[0]}`);
    return this.#send(call, cookie === undefined ? {} : { Cookie: cookie });
  }

  /** Renews the session, unless another process has done so since `used` was read. */
  #renew(used: string | undefined): Promise<void> {
    const { store, signal } = this.#options;
    return store.locked(this.server, signal, async () => {
      const session = await store.read(this.server);
      if (cookieHeader(session.cookies, `/${apiPaths.currentUser()}`) !== used) return;
      const cookie = cookieHeader(session.cookies, `/${apiPaths.sessions()}`);
      const call = { method: 'PUT', path: apiPaths.sessions() } as const;
      const response = await this.#send(call, cookie === undefined ? {} : { Cookie: cookie });
      if (response.status !== 204 && response.status !== 401) accepted(response, this.server);
      const cookies = storeCookies(session.cookies, response.headers['set-cookie'] ?? []);
      await store.write(this.server, { ...session, cookies });
    });
  }

  #send(call: Call, credentials: Readonly<Record<string, string>>): Promise<ReceivedResponse> {
    const { method = 'GET', path, json, body, organizationId, headers, isSlow } = call;
    return send({
      method,
      url: new URL(path, `${this.server}/`),
      headers: {
        'User-Agent': this.#options.userAgent,
        ...credentials,
        ...(organizationId === undefined ? {} : { 'X-Organization-Id': organizationId }),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? body : JSON.stringify(json),
      signal: this.signal,
      isSlow: isSlow === true || body !== undefined,
    });
  }
}

const isBusy = ({ status }: ReceivedResponse, isRead: boolean) =>
  status === 429 || (status === 503 && isRead);

/** Milliseconds: what the server asks for, or twice as long each time. */
function waitOf(response: ReceivedResponse | undefined, tries: number): number {
  const asked = Number(response?.headers['retry-after'] ?? Number.NaN);
  const seconds = Number.isFinite(asked) ? Math.min(asked, WAIT_MAX_SECONDS) : 2 ** tries;
  return seconds * 1000;
}

function accepted(response: ReceivedResponse, server: string): ReceivedResponse {
  const { status, text } = response;
  if (status >= 200 && status < 300) return response;
  if (status === 401) {
    throw new ApiFailure(`You are not signed in to ${server}. Run: carrel login`, response);
  }
  throw new ApiFailure(messageIn(text) ?? `The server responded with status ${status}.`, response);
}

function messageIn(text: string): string | undefined {
  try {
    return v.parse(v.object({ message: v.string() }), JSON.parse(text)).message;
  } catch {
    return undefined;
  }
}
