import { vi } from 'vitest';

import { configureClient } from '../api/public.ts';

/** One request that the code under test sent. `path` has no leading slash and includes the query. */
export interface MockedCall {
  method: string;
  path: string;
  body: unknown;
  headers: Headers;
  signal: AbortSignal;
}

/** What the server is to answer; `body` is sent as JSON, or as it is when it is a text. */
export interface MockedAnswer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

type Answering = (call: MockedCall) => MockedAnswer | Promise<MockedAnswer>;

const answers = new Map<string, Answering>();
const calls: MockedCall[] = [];

const withoutQuery = (path: string) => path.split('?')[0] ?? path;

async function toCall(input: RequestInfo | URL, init?: RequestInit): Promise<MockedCall> {
  const request = new Request(input, init);
  const url = new URL(request.url);
  const text = await request.text();
  return {
    method: request.method,
    path: `${url.pathname.replace(/^\//, '')}${url.search}`,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
    headers: request.headers,
    signal: request.signal,
  };
}

function toResponse({ status = 200, body, headers = {} }: MockedAnswer): Response {
  if (body === undefined) return new Response(null, { status, headers });
  if (typeof body === 'string') return new Response(body, { status, headers });
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** A server that is slower than the deadline still ends when the caller gives up. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

async function mockedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const call = await toCall(input, init);
  calls.push(call);
  const answering =
    answers.get(`${call.method} ${call.path}`) ??
    answers.get(`${call.method} ${withoutQuery(call.path)}`);
  if (answering === undefined) {
    return toResponse({
      status: 404,
      body: { message: `No mock for ${call.method} ${call.path}` },
    });
  }
  return toResponse(await Promise.race([answering(call), untilAborted(call.signal)]));
}

const answerTo =
  (method: string) =>
  (path: string, answering: Answering): void => {
    answers.set(`${method} ${path}`, answering);
  };

/**
 * A server of a test's own: stands in for `fetch` from `start()` until `stop()`. An answer given for a
 * path without its query serves every query. Call `start` in `beforeEach` and `stop` in `afterEach`.
 *
 * @example
 * mockApi.get('api/v1/datasets', () => ({ status: 200, body: { datasets: [] } }));
 */
export const mockApi = {
  start(): void {
    answers.clear();
    calls.length = 0;
    configureClient({ apiUrl: '', onAuthenticationError: () => undefined });
    vi.stubGlobal('fetch', mockedFetch);
  },
  stop(): void {
    vi.unstubAllGlobals();
  },
  get: answerTo('GET'),
  post: answerTo('POST'),
  put: answerTo('PUT'),
  patch: answerTo('PATCH'),
  delete: answerTo('DELETE'),
  /** Every request so far, or those of one method and path, in their order. */
  calls(method?: string, path?: string): MockedCall[] {
    return calls.filter(
      (call) =>
        (method === undefined || call.method === method) &&
        (path === undefined || call.path === path || withoutQuery(call.path) === path),
    );
  },
} as const;
