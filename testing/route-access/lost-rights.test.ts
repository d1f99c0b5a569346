import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import type { SeededIds } from './access-row.ts';
import { contents, createAfterAuthentication } from './after-authentication.ts';
import { grantOf, keyOf, sessionOf, type Caller } from './losing-callers.ts';
import { ROWS } from './all-rows.ts';
import {
  createRouteAccessFixture,
  headerOf,
  SCOPED,
  type RouteAccessFixture,
} from './route-access.ts';
import { MCP_ROW, PROGRAM_ROWS, type ProgramRow } from './program-rows.ts';

let fixture: RouteAccessFixture;
/** Every call fails and changes nothing: one organization is enough. */
let ids: SeededIds;
const authenticated = createAfterAuthentication();

beforeAll(async () => {
  fixture = await createRouteAccessFixture({ wrapDatabase: authenticated.wrapDatabase });
  ids = await fixture.seedOrganization();
});
beforeEach(() => database().query('DELETE FROM rate_limits'));
afterEach(() => vi.restoreAllMocks());
afterAll(() => fixture.server.close());

const database = () => fixture.server.database;

/** A request, and its callers of one kind; each has a loss of its own. */
interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer> | undefined;
  newCaller: () => Promise<Caller>;
}

const jsonOf = (json: unknown) => new TextEncoder().encode(JSON.stringify(json));

const SESSION_CALLS = SCOPED.map((scoped) => {
  const { row, least } = scoped;
  const start = (): Call => {
    return {
      ...requestOf(row.route, `/api/v1${row.path(ids)}`, row.json?.(ids), row.body),
      newCaller: () => sessionOf(database(), ids, least, headerOf(scoped, ids)),
    };
  };
  return { name: `${row.route} of a session`, hasBody: hasBody(row), start };
});

/** Reads the session and what it returns in one query. */
const READS_AT_ONCE = 'GET /accounts/current';

const ACCOUNT_CALLS = ROWS.filter(
  ({ access, route }) => access === 'account' && route !== READS_AT_ONCE,
).map((row) => {
  const start = (): Call => {
    return {
      ...requestOf(row.route, `/api/v1${row.path(ids)}`, row.json?.(ids), row.body),
      newCaller: () => sessionOf(database(), undefined, 'Viewer', undefined),
    };
  };
  return { name: `${row.route} of an account`, hasBody: hasBody(row), start };
});

const KEY_CALLS = SCOPED.flatMap(({ row }) => {
  const { keys: scope, route } = row;
  if (scope === undefined) return [];
  const start = (): Call => {
    const isOfPlace = /\/(?:datasets|workspaces)\/:id/.test(route);
    return {
      ...requestOf(route, `/api/v1${row.path(ids)}`, row.json?.(ids), row.body),
      newCaller: () => keyOf(database(), ids, scope, isOfPlace),
    };
  };
  return [{ name: `${route} of a key`, hasBody: hasBody(row), start }];
});

const programCall = (row: ProgramRow, of: string, newCaller: () => Promise<Caller>) => ({
  name: `${row.route} of ${of}`,
  hasBody: row.json !== undefined,
  start: (): Call => {
    const request = requestOf(row.route, row.path(ids), row.json?.(ids));
    return {
      ...request,
      headers: { ...request.headers, ...row.headers },
      newCaller,
    };
  },
});

const PROGRAM_CALLS = [
  ...PROGRAM_ROWS.map((row) =>
    programCall(row, 'a key', () => keyOf(database(), ids, row.scope, row.ofWorkspace === true)),
  ),
  programCall(MCP_ROW, 'a key', async () => {
    const { losses, ...caller } = await keyOf(database(), ids, MCP_ROW.scope, true);
    // Scopes are those of tools, whose results say which one is missing.
    const { 'the key loses its scope': _, ...others } = losses;
    return { ...caller, losses: others };
  }),
  programCall(MCP_ROW, 'a program', () => grantOf(database(), ids)),
];

const CALLS = [...SESSION_CALLS, ...ACCOUNT_CALLS, ...KEY_CALLS, ...PROGRAM_CALLS];

function hasBody(row: (typeof ROWS)[number]): boolean {
  return row.json !== undefined || row.body?.bytes !== undefined;
}

function requestOf(
  route: string,
  path: string,
  json: unknown,
  body?: (typeof ROWS)[number]['body'],
): Omit<Call, 'newCaller'> {
  const [method = ''] = route.split(' ');
  const headers =
    body?.headers ?? (json === undefined ? {} : { 'Content-Type': 'application/json' });
  return {
    method,
    path,
    headers,
    body: body?.bytes ?? (json === undefined ? undefined : jsonOf(json)),
  };
}

/** Sends a request that loses `lose` after its caller was authenticated: while its body arrives, if it has one. */
async function sendWhile(call: Call, caller: Caller, lose?: () => Promise<unknown>) {
  const { method, path, body } = call;
  let before: unknown;
  const loseNow = async () => {
    await lose?.();
    before = await contents(database());
  };
  const init = { method, headers: { ...call.headers, ...caller.headers } };
  const response = await (body === undefined
    ? sendAndWait(path, init, loseNow)
    : sendHeld(path, init, body, loseNow));
  await response.text();
  expect(authenticated.next).toBeUndefined();
  expect(before).toBeDefined();
  expect(await contents(database())).toEqual(before);
  return response.status;
}

function sendHeld(
  path: string,
  init: RequestInit,
  bytes: Uint8Array<ArrayBuffer>,
  lose: () => Promise<void>,
) {
  const read = Promise.withResolvers<void>();
  authenticated.next = () => Promise.resolve(read.resolve());
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      sent += 1;
      if (sent === 1) {
        controller.enqueue(bytes.subarray(0, -1));
        return;
      }
      // A stream may be asked for its rest before anyone reads it.
      await read.promise;
      await lose();
      controller.enqueue(bytes.subarray(-1));
      controller.close();
    },
  });
  return fixture.server.app.request(path, { ...init, body, duplex: 'half' });
}

/** Sends a request that takes a second after its caller was authenticated. */
async function sendAndWait(path: string, init: RequestInit, lose: () => Promise<void>) {
  const now = performance.now.bind(performance);
  let waited = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + waited);
  authenticated.next = async () => {
    await lose();
    waited = 1000;
  };
  return fixture.server.app.request(path, init);
}

test('every route of programs that has a caller has a row', () => {
  const ofProtocol = /^\/(?:oauth|\.well-known|api|healthz|readyz|metrics)/;
  const registered = fixture.server.app.routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/(?:v1|retrieval|scim|mcp)/.test(path))
    .map(({ method, path }) => `${method} ${path}`);
  const others = fixture.server.app.routes.filter(
    ({ method, path }) =>
      method !== 'ALL' &&
      !ofProtocol.test(path) &&
      !registered.includes(`${method} ${path}`) &&
      method !== 'GET',
  );
  expect([...new Set(registered)].toSorted()).toEqual(
    PROGRAM_ROWS.map(({ route }) => route).toSorted(),
  );
  expect(others).toEqual([]);
});

/** Another Editor's upload is refused before its body is read. */
const BODY_UNREAD = /^PATCH \/datasets\/:id\/uploads\/:uploadId /;

const namedCalls = (isHeld: boolean) =>
  CALLS.filter(({ name, hasBody: held }) => held === isHeld && !BODY_UNREAD.test(name)).map(
    ({ name, start }) => [name, start] as const,
  );

/** Returns the status that each loss should have, and the one that it has. */
async function loseEach(start: () => Call) {
  const call = start();
  let caller = await call.newCaller();
  const expected: Record<string, number> = {};
  const found: Record<string, number> = {};
  for (const [loss, [status]] of Object.entries(caller.losses)) {
    expected[loss] = status;
    found[loss] = await sendWhile(call, caller, caller.losses[loss]?.[1]);
    vi.restoreAllMocks();
    caller = await call.newCaller();
  }
  return { expected, found };
}

test.each(namedCalls(true))(
  'S2: %s is refused if a right is lost while its last byte is held back',
  async (_, start) => {
    const { expected, found } = await loseEach(start);
    expect(found).toEqual(expected);
  },
);

test.each(namedCalls(false))(
  'S2: %s is refused if a right is lost while it waits',
  async (_, start) => {
    const { expected, found } = await loseEach(start);
    expect(found).toEqual(expected);
  },
);

/** Of a process at once; one more waits in its queue. */
const RUNNING_SEARCHES = 8;

/** Sends searches, and loses a right of their caller once each has been read and waits, or works. */
async function searchWhile(row: ProgramRow, count: number, loss: string) {
  const call = programCall(row, 'a key', () => keyOf(database(), ids, row.scope, true)).start();
  const caller = await call.newCaller();
  const released = Promise.withResolvers<void>();
  authenticated.found = 0;
  authenticated.onRead = () => released.promise;
  const send = async () =>
    fixture.server.app.request(call.path, {
      method: call.method,
      headers: { ...call.headers, ...caller.headers },
      body: call.body ?? null,
    });
  const sent = Array.from({ length: count }, send);
  // Each finds its caller once more after its body.
  await expect.poll(() => authenticated.found).toBe(2 * count);
  await caller.losses[loss]?.[1]();
  const later = performance.now() + 60_000;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  authenticated.onRead = undefined;
  released.resolve();
  const responses = await Promise.all(sent);
  return Promise.all(responses.map(async (each) => [each.status, await each.text()] as const));
}

test('S2: a tool says which scope its key lost while it worked', async () => {
  const [response] = await searchWhile(MCP_ROW, 1, 'the key loses its scope');
  expect(response).toEqual([200, expect.stringContaining('This API key lacks the scope search.')]);
  expect(response?.[1]).toContain('"isError":true');
});

test.each(
  [...PROGRAM_ROWS.filter(({ route }) => /^POST \/(?:v1|retrieval)/.test(route)), MCP_ROW].map(
    (row) => [row.route, row] as const,
  ),
)(
  'S2: searches are refused whose key is revoked while they work, or wait in their queue: %s',
  async (_, row) => {
    const responses = await searchWhile(row, RUNNING_SEARCHES + 1, 'the key is revoked');
    expect(responses.map(([status]) => status)).toEqual(responses.map(() => 401));
  },
);
