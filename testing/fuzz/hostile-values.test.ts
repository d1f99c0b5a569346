import { errorBodySchema, type ErrorBody } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createDocument } from '@carrel/api/src/integrations/openapi/create-document.ts';
import type { OpenApiDocument } from '@carrel/api/src/integrations/openapi/openapi.ts';
import { hardCount } from '../hard-counts.ts';
import type { AccessRow, SeededIds } from '../route-access/access-row.ts';
import { ROWS } from '../route-access/all-rows.ts';
import { createRouteAccessFixture, type RouteAccessFixture } from '../route-access/route-access.ts';
import { placesOf } from './hostile-places.ts';
import { NONCHARACTERS, ODD_PARTS, UNREADABLE, UNSTORABLE, UNUSUAL } from './hostile-values.ts';

let fixture: RouteAccessFixture;
let document: OpenApiDocument;
let ids: SeededIds;

beforeAll(async () => {
  fixture = await createRouteAccessFixture();
  document = createDocument(fixture.server.app.routes);
});
beforeEach(async () => {
  ids = await fixture.seedOrganization();
});
afterAll(() => fixture.server.close());

/** The other one ends the session of the calls after it. */
const CALLED = ROWS.filter(({ route }) => route !== 'POST /accounts/logout');
const isHard = hardCount(0, 1) === 1;

interface Sent {
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Outcome {
  status: number;
  refusal: ErrorBody | undefined;
}

/** Calls a route as an Owner. A refusal has a sentence, and never is a 5xx. */
async function send(row: AccessRow, { path, headers = {}, body }: Sent): Promise<Outcome> {
  const [method = ''] = row.route.split(' ');
  const isScoped = typeof row.access === 'object' && 'header' in row.access;
  const response = await fixture.members.Owner.call(method, path ?? row.path(ids), {
    ...(isScoped && { organizationId: ids.organizationId }),
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      // No jobs run that writes could wait for.
      Prefer: 'wait=0',
      ...headers,
    },
    ...(body !== undefined && { body: new TextEncoder().encode(body) }),
  });
  const { status } = response;
  if (status < 400 || method === 'HEAD') {
    await response.body?.cancel();
    return { status, refusal: undefined };
  }
  const refusal = parse(errorBodySchema, await response.json());
  if (status >= 500 || !/^\S[^\n]{3,500}$/.test(refusal.message)) {
    throw new Error(`${row.route}: ${status} ${refusal.message.slice(0, 1000)}`);
  }
  return { status, refusal };
}

const operationOf = ({ route }: AccessRow) => {
  const [method = '', path = ''] = route.split(' ');
  const name = `/api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`;
  return document.paths[name]?.[method.toLowerCase()];
};

function placesIn(row: AccessRow) {
  const schema = operationOf(row)?.requestBody?.content['application/json']?.schema;
  if (schema === undefined) return [];
  return placesOf(schema, row.json?.(ids) ?? {}, document.components.schemas);
}

/** Limits of calls would refuse most of them. */
const unlimited = () => fixture.server.database.query('DELETE FROM rate_limits');

/** Calls with each value in each place, and returns the faults. */
async function faultsOf<Value>(
  rows: readonly AccessRow[],
  casesOf: (row: AccessRow) => Iterable<Value>,
  faultOf: (row: AccessRow, value: Value) => Promise<string | undefined>,
): Promise<{ faults: string[]; count: number }> {
  const faults: string[] = [];
  let count = 0;
  for (const row of rows) {
    for (const value of casesOf(row)) {
      if (count % 10 === 0) await unlimited();
      count += 1;
      const fault = await faultOf(row, value).catch((error: unknown) => String(error));
      if (fault !== undefined) faults.push(`${row.route}: ${fault}`);
    }
  }
  return { faults, count };
}

test('what would change in a field of a body is refused, in every field of every route', async () => {
  const { faults, count } = await faultsOf(
    CALLED,
    (row) =>
      placesIn(row).flatMap((place, index) =>
        Object.entries(UNSTORABLE)
          // Each place has each value in full runs.
          .filter((_, at) => isHard || at < 2 || at === 2 + (index % 2))
          .map(([name, value]) => ({ name, place, value })),
      ),
    async (row, { name, place, value }) => {
      const { status, refusal } = await send(row, { body: place.body(value.json) });
      const issue = refusal?.issues?.find(({ message }) => message.includes(value.shown));
      if (status === 422 && issue?.path.startsWith(place.path) === true) return undefined;
      return `${name} in ${place.path}: ${status} ${JSON.stringify(refusal)}`;
    },
  );
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(800);
});

/** Where what a route stores is read. */
const READ: Readonly<Record<string, (ids: SeededIds) => string>> = {
  'POST /organizations': () => '/organizations',
  'PATCH /organizations/:id': () => '/organizations',
  'POST /workspaces': () => '/workspaces',
  'PATCH /workspaces/:id': () => '/workspaces',
  'POST /datasets': () => '/datasets',
  'PATCH /datasets/:id': () => '/datasets',
  'PATCH /datasets/:id/documents/metadata': ({ datasetId, documentId }) =>
    `/datasets/${datasetId}/documents/${documentId}`,
  'POST /workspaces/:id/questions': ({ workspaceId }) => `/workspaces/${workspaceId}/questions`,
  'POST /organizations/:id/api-keys': ({ organizationId }) =>
    `/organizations/${organizationId}/api-keys`,
  'POST /organizations/:id/webhooks': ({ organizationId }) =>
    `/organizations/${organizationId}/webhooks`,
  'PATCH /organizations/:id/webhooks/:webhookId': ({ organizationId }) =>
    `/organizations/${organizationId}/webhooks`,
  'PUT /organizations/:id/identity-provider': ({ organizationId }) =>
    `/organizations/${organizationId}/identity-provider`,
};

test('an unusual text in a field of a body is refused with a sentence, or read as it was sent', async () => {
  const kept = new Set<string>();
  const { faults } = await faultsOf(
    CALLED.filter(({ route }) => isHard || route in READ),
    (row) => placesIn(row).flatMap((place) => UNUSUAL.map((value) => ({ place, value }))),
    async (row, { place, value }) => {
      const { status } = await send(row, { body: place.body(value) });
      const path = READ[row.route]?.(ids);
      if (status >= 400 || path === undefined) return undefined;
      const { organizationId } = ids;
      const response = await fixture.members.Owner.call('GET', path, { organizationId });
      const text = await response.text();
      const start = NONCHARACTERS.slice(0, 4);
      if (!text.includes(start)) return undefined;
      kept.add(`${row.route} ${place.path}`);
      return text.split(start).length === text.split(NONCHARACTERS).length
        ? undefined
        : `${place.path} is read as ${text.slice(text.indexOf(start)).slice(0, 100)}`;
    },
  );
  expect(faults).toEqual([]);
  expect(kept.size).toBeGreaterThan(15);
});

/** Of event streams, which begin at their first event and without an organization for what they cannot read. */
const IGNORED = new Set(['after', 'organization_id']);

test('what is no text in a query is refused, in every parameter of every route', async () => {
  const { faults, count } = await faultsOf(
    CALLED,
    (row) =>
      (operationOf(row)?.parameters ?? [])
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, explode }) => (explode === true ? `${name}.author` : name))
        .flatMap((name) => [...UNREADABLE, ...ODD_PARTS].map((value) => ({ name, value }))),
    async (row, { name, value }) => {
      const [path = '', query = ''] = row.path(ids).split('?');
      const others = query.split('&').filter((each) => each !== '' && !each.startsWith(`${name}=`));
      const search = [...others, `${name}=${value}`].join('&');
      const { status, refusal } = await send(row, { path: `${path}?${search}` });
      if (!UNREADABLE.includes(value)) return undefined;
      const isNamed = refusal?.issues?.some((issue) => issue.path === name) === true;
      if (status === 422 ? isNamed : IGNORED.has(name)) return undefined;
      return `${name}=${value}: ${status} ${JSON.stringify(refusal)}`;
    },
  );
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(300);
});

test('what is no id in a path is not found, in every parameter of every route', async () => {
  const { faults, count } = await faultsOf(
    CALLED,
    (row) => {
      const [, template = ''] = row.route.split(' ');
      const [path = '', query] = row.path(ids).split('?');
      const segments = path.split('/');
      return template.split('/').flatMap((name, at) =>
        name.startsWith(':')
          ? [...UNREADABLE, ...ODD_PARTS].map((value) => {
              const changed = segments.with(at, value).join('/');
              return { name, path: query === undefined ? changed : `${changed}?${query}` };
            })
          : [],
      );
    },
    async (row, { name, path }) => {
      const json = row.json?.(ids);
      const { status, refusal } = await send(row, {
        path,
        ...(json !== undefined && { body: JSON.stringify(json) }),
        ...(row.body?.headers !== undefined && { headers: row.body.headers }),
      });
      if (status === 404 || row.route.startsWith('HEAD')) return undefined;
      return `${name} in ${path.slice(0, 200)}: ${status} ${JSON.stringify(refusal)}`;
    },
  );
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(300);
});

const base64 = (...bytes: number[]) => Buffer.from(bytes).toString('base64');

/** What a client may write into a header, which has no NUL and no line breaks. */
const HEADER_VALUES = [
  '\u00ff\u00fe',
  'a%00b',
  '%ff%fe',
  encodeURIComponent(NONCHARACTERS),
  '"'.repeat(10_000),
  '9007199254740993',
  `filename ${base64(0x61, 0, 0x62)}`,
  `filename ${base64(0xff, 0xfe)},fingerprint ${base64(0xff)}`,
];

const COMMON_HEADERS = [
  'User-Agent',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Organization-Id',
  'X-Log-Position',
  'Last-Event-ID',
  'Range',
  'Cookie',
  'Authorization',
  'Content-Type',
  'Accept',
];

test('an unusual text in a header of any route is no fault of the server', async () => {
  const { faults } = await faultsOf(
    CALLED,
    (row) =>
      (operationOf(row)?.parameters ?? [])
        .filter((parameter) => parameter.in === 'header')
        .map(({ name }) => name)
        .concat(isHard ? COMMON_HEADERS : [])
        .flatMap((name) => HEADER_VALUES.map((value) => ({ name, value }))),
    async (row, { name, value }) => {
      const json = row.json?.(ids);
      await send(row, {
        // Without it, a write waits for its job.
        headers: { ...row.body?.headers, [name]: name === 'Prefer' ? `wait=0, ${value}` : value },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      });
      return undefined;
    },
  );
  expect(faults).toEqual([]);
});
