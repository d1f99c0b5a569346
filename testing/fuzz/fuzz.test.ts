import { API_KEY_SCOPES, errorBodySchema } from '@carrel/shared/contract';
import * as fc from 'fast-check';
import { parse } from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { SEED } from '../faults/seed.ts';
import { hardCount } from '../hard-counts.ts';
import { createApiKey } from '../api-key.ts';
import { jsonFor } from './fuzzed-json.ts';
import { BODILESS, SCHEMAS } from './fuzzed-routes.ts';
import { readResponse, readJson, type Member, type ServerFixture } from '../server-fixture.ts';
import { createServerFixture } from '../server-fixture.ts';

let fixture: ServerFixture;
let owner: Member;
let organizationId: string;
let apiKey: string;
/** The ids for the parameters of paths, by the segment before the parameter. */
let ids: Record<string, string>;

beforeAll(async () => {
  fixture = await createServerFixture();
  owner = await fixture.person();
  organizationId = await fixture.organization(owner);
  apiKey = await createApiKey(owner, organizationId, { scopes: API_KEY_SCOPES });
  const create = async (path: string) => {
    const response = await owner.call('POST', path, { organizationId, json: { name: 'Real' } });
    return (await readJson<{ id: string }>(response)).id;
  };
  ids = {
    organizations: organizationId,
    workspaces: await create('/workspaces'),
    datasets: await create('/datasets'),
    members: (await fixture.member(organizationId, 'Viewer')).accountId,
  };
});

afterAll(async () => {
  await fixture.close();
});

/** Every registered route once: Hono lists a route with each of its middlewares. */
const routes = () => [
  ...new Set(
    fixture.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/v1/'))
      .map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`),
  ),
];

/** The path of a route, with a real id or `id` for each parameter. */
const pathOf = (route: string, id?: string) =>
  route.slice(route.indexOf(' ') + 1).replaceAll(/(\w+)\/:\w+/g, (_, noun: string) => {
    return `${noun}/${id ?? ids[noun] ?? organizationId}`;
  });

/** The one route that reports what a service said: 502 says that the chat model does not respond. */
const CALLS_A_SERVICE = 'POST /organizations/:id/models/test';

/** T7: no response is a 5xx, and every refusal has a sentence. */
async function expectSentence(response: Response, route = ''): Promise<void> {
  const body = await readResponse(response);
  const isDocumented = route === CALLS_A_SERVICE && response.status === 502;
  expect(isDocumented ? 400 : response.status).toBeLessThan(500);
  const message = response.status < 400 ? 'Done.' : parse(errorBodySchema, body).message;
  expect(message).toMatch(/^\S[^\n]{3,500}$/);
}

/** Calls as the Owner, or with an API key that has every scope. */
const call = (
  method: string,
  path: string,
  { address, isByKey, body }: { address: number; isByKey: boolean; body?: string },
) =>
  (isByKey ? fixture.visitor() : owner).call(method, path, {
    organizationId,
    headers: {
      ...(isByKey && { Authorization: `Bearer ${apiKey}` }),
      // Different addresses, so that rate limits refuse few requests.
      'X-Forwarded-For': `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
      // No jobs run that writes could wait for.
      Prefer: 'wait=0',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: new TextEncoder().encode(body) }),
  });

const address = fc.nat(0xff_ffff);

test('every route with a JSON body is fuzzed', () => {
  const withJson = routes().filter(
    (route) => !/^(?:GET|DELETE|OPTIONS) /.test(route) && !BODILESS.has(route),
  );
  expect(withJson.sort()).toEqual(Object.keys(SCHEMAS).sort());
});

const BODIES = hardCount(400, 10_000);

test(`T7: ${BODIES} fuzzed bodies over all routes get a sentence, and never a 5xx`, async () => {
  const requests = fc
    .constantFrom(...Object.entries(SCHEMAS))
    .chain(([route, schema]) =>
      fc.tuple(fc.constant(route), jsonFor(schema), address, fc.boolean()),
    );
  await fc.assert(
    fc.asyncProperty(requests, async ([route, body, from, isByKey]) => {
      const [method = ''] = route.split(' ');
      const response = await call(method, pathOf(route), { address: from, isByKey, body });
      await expectSentence(response, route);
    }),
    { seed: SEED, numRuns: BODIES },
  );
  expect((await owner.call('GET', '/accounts/current')).status).toBe(200);
}, 600_000);

const PARAMETERS = [
  'page', 'limit', 'cursor', 'path', 'q', 'status', 'outcome', 'day', 'offset', 'person', 'action',
  'sync', 'delete_orphans', 'organization_id', 'query', 'against', 'kind', 'folder', 'sort', 'order',
  'changed_from', 'changed_to', 'size_min', 'size_max', 'metadata.author', 'metadata.',
]; // prettier-ignore

const ODD_TEXTS = [
  '', '0', '-1', '1', '1e400', '99999999999999999999', 'NaN', 'null', '[]', '{}', '%00', '\u0000',
  '\ud800', '../..', "' OR 1=1 --", 'WyJmb2xkZXIiLCIiLCIiXQ', 'x'.repeat(5000), '2026-02-30', '🙂',
]; // prettier-ignore

const oddText = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: 'binary' }), fc.uuid());

const QUERIES = hardCount(300, 10_000);

test(`T7: ${QUERIES} fuzzed paths and queries over all routes get a sentence, and never a 5xx`, async () => {
  const requests = fc.tuple(
    fc.constantFrom(...routes()),
    fc.option(oddText, { nil: undefined }),
    fc.dictionary(fc.constantFrom(...PARAMETERS), oddText, { maxKeys: 4 }),
    address,
    fc.boolean(),
  );
  await fc.assert(
    fc.asyncProperty(requests, async ([route, id, query, from, isByKey]) => {
      const [method = ''] = route.split(' ');
      if (route === 'POST /accounts/logout') return;
      // DELETE must not delete the objects of the other calls.
      const segment = method === 'DELETE' ? (id ?? 'x') : id;
      const path = pathOf(route, segment && encodeURIComponent(segment.toWellFormed()));
      const search = new URLSearchParams(query).toString();
      await expectSentence(await call(method, `${path}?${search}`, { address: from, isByKey }));
    }),
    { seed: SEED, numRuns: QUERIES },
  );
  expect((await owner.call('GET', '/accounts/current')).status).toBe(200);
}, 600_000);
