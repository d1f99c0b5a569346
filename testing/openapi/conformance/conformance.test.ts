import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDocument } from '@carrel/api/src/integrations/openapi/create-document.ts';
import { operationOf } from '@carrel/api/src/platform/http/describe-route.ts';
import type { OpenApiDocument } from '@carrel/api/src/integrations/openapi/openapi.ts';
import { random, SEED } from '../../faults/seed.ts';
import { hardCount } from '../../hard-counts.ts';
import type { AccessRow, SeededIds } from '../../route-access/access-row.ts';
import { ROWS } from '../../route-access/all-rows.ts';
import {
  createRouteAccessFixture,
  type RouteAccessFixture,
} from '../../route-access/route-access.ts';
import type { Member } from '../../server-fixture.ts';
import { isArgued } from './exceptions.ts';
import { brokenRequests, validRequests, type Generated } from './generate-requests.ts';
import { SchemaCheck } from './schema-check.ts';
import { sendRequest } from './send-request.ts';

const VALID = hardCount(3, 60);
const BROKEN = hardCount(6, 400);

let fixture: RouteAccessFixture;
let document: OpenApiDocument;
let check: SchemaCheck;

beforeAll(async () => {
  fixture = await createRouteAccessFixture();
  document = createDocument(fixture.server.app.routes);
  check = new SchemaCheck(document);
});
afterAll(async () => {
  // Its own check would throw what the test has found.
  await fixture.server.close().catch(() => undefined);
});

/** Returns the operation of a route. */
function operationOfRow({ route }: AccessRow) {
  const [method = '', path = ''] = route.split(' ');
  const handler = fixture.server.app.routes.find(
    (each) => each.method === method && each.path === `/api/v1${path}` && operationOf(each.handler),
  );
  const id = operationOf(handler?.handler ?? {})?.id ?? '';
  const operations = Object.values(document.paths).flatMap((each) => Object.entries(each));
  return operations.find(([, { operationId }]) => operationId === id);
}

let member: Member | undefined;

/** An account that the calls of one route may change. */
async function caller({ access }: AccessRow): Promise<Member> {
  if (typeof access !== 'string') return fixture.members.Owner;
  const current = await member?.call('GET', '/accounts/current');
  if (member === undefined || current?.status !== 200) member = await fixture.server.person();
  return member;
}

/** Calls a route, and returns what is wrong with the response. */
async function faultOf(row: AccessRow, request: Generated, ids: SeededIds) {
  const [method = '', operation] = operationOfRow(row) ?? [];
  const id = operation?.operationId ?? '';
  let status = 0;
  let message = '';
  try {
    const response = await sendRequest(await caller(row), method, row, request, ids);
    ({ status } = response);
    const isText = method !== 'head' && response.headers.get('Content-Type') === 'application/json';
    message =
      isText && status >= 400 ? ((await response.json()) as { message: string }).message : '';
    await response.body?.cancel().catch(() => undefined);
  } catch (error) {
    // A status or a body that is not described.
    return String(error);
  }
  if (status === 429) return undefined;
  // A service behind the server is not there.
  if (status === 502 && isArgued(id, message)) return undefined;
  if (status >= 500) return `${status} ${message}`;
  if (request.fault === undefined) {
    const isRefused = [400, 415, 422].includes(status) && !isArgued(id, message);
    return isRefused ? `refused: ${status} ${message}` : undefined;
  }
  return status < 400 ? `accepted with ${status}` : undefined;
}

test('every route is an operation', () => {
  expect(ROWS.filter((row) => operationOfRow(row) === undefined)).toEqual([]);
});

test(`T7: ${VALID} valid and ${BROKEN} invalid requests of each operation get what it describes`, async () => {
  const next = random();
  const faults: string[] = [];
  for (const row of ROWS) {
    const [, operation] = operationOfRow(row) ?? [];
    if (operation === undefined) continue;
    let ids = await fixture.seedOrganization();
    const known = Object.values(ids);
    const options = { document, operation, ids: known, seed: Math.floor(next() * 2 ** 31) };
    const valid = validRequests({ ...options, count: VALID });
    const broken = valid.flatMap((one) => brokenRequests(one, { document, operation }, check));
    const chosen = broken
      .map((one) => [next(), one] as const)
      .toSorted(([one], [other]) => one - other)
      .slice(0, BROKEN)
      .map(([, one]) => one);
    for (const request of [...chosen, ...valid]) {
      const fault = await faultOf(row, request, ids);
      if (fault !== undefined) {
        faults.push(
          `${operation.operationId}, ${request.fault ?? 'valid'}: ${fault} ${JSON.stringify(request)}`.slice(
            0,
            600,
          ),
        );
      }
      // What a valid request deletes is there for the next one.
      if (request.fault === undefined || fault !== undefined)
        ids = await fixture.seedOrganization();
    }
  }
  expect(faults, `FAULT_SEED=${SEED}`).toEqual([]);
}, 3_600_000);
