import { vi } from 'vitest';

import { configureClient, deleteResponses } from '../api/public.ts';

/** One request that the code under test sent. `path` has no leading slash and includes the query. */
export interface MockedCall {
  method: string;
  path: string;
  body: unknown;
  headers: Headers;
  signal: AbortSignal;
}

/** The response to send; `body` is sent as JSON, or as it is where it is a string. */
export interface MockedResponse {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

type Handler = (call: MockedCall) => MockedResponse | Promise<MockedResponse>;

const handlers = new Map<string, Handler>();
const calls: MockedCall[] = [];

const withoutQuery = (path: string) => path.split('?')[0] ?? path;

/** JSON is parsed; other bodies are text. */
function bodyOf({ headers }: Request, text: string): unknown {
  const isText = headers.get('content-type')?.startsWith('text/') === true;
  return isText ? text : JSON.parse(text);
}

async function toCall(input: RequestInfo | URL, init?: RequestInit): Promise<MockedCall> {
  const request = new Request(input, init);
  const url = new URL(request.url);
  const text = await request.text();
  return {
    method: request.method,
    path: `${url.pathname.replace(/^\//, '')}${url.search}`,
    body: text === '' ? undefined : bodyOf(request, text),
    headers: request.headers,
    signal: request.signal,
  };
}

function toResponse({ status = 200, body, headers = {} }: MockedResponse): Response {
  if (body === undefined) return new Response(null, { status, headers });
  if (typeof body === 'string') return new Response(body, { status, headers });
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** Rejects when the caller aborts, also where the handler never responds. */
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
  const handler =
    handlers.get(`${call.method} ${call.path}`) ??
    handlers.get(`${call.method} ${withoutQuery(call.path)}`);
  if (handler === undefined) {
    return toResponse({
      status: 404,
      body: { message: `No mock for ${call.method} ${call.path}` },
    });
  }
  return toResponse(await Promise.race([handler(call), untilAborted(call.signal)]));
}

const handle =
  (method: string) =>
  (path: string, handler: Handler): void => {
    const key = `${method} ${path}`;
    // What the handler before responded is shared with reads that follow at once.
    if (handlers.has(key)) deleteResponses();
    handlers.set(key, handler);
  };

/**
 * A mocked server: replaces `fetch` from `start()` until `stop()`. A handler for a path without a query
 * handles every query. Call `start` in `beforeEach` and `stop` in `afterEach`.
 *
 * @example
 * mockApi.get('api/v1/datasets', () => ({ status: 200, body: { datasets: [] } }));
 */
export const mockApi = {
  start(): void {
    handlers.clear();
    calls.length = 0;
    configureClient({ apiUrl: '', onAuthenticationError: () => undefined });
    vi.stubGlobal('fetch', mockedFetch);
  },
  stop(): void {
    vi.unstubAllGlobals();
  },
  get: handle('GET'),
  head: handle('HEAD'),
  post: handle('POST'),
  put: handle('PUT'),
  patch: handle('PATCH'),
  delete: handle('DELETE'),
  /** Returns the requests so far in order: all, or those of one method and path. */
  calls(method?: string, path?: string): MockedCall[] {
    return calls.filter(
      (call) =>
        (method === undefined || call.method === method) &&
        (path === undefined || call.path === path || withoutQuery(call.path) === path),
    );
  },
} as const;
