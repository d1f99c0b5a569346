import { randomBytes, randomUUID } from 'node:crypto';

import { API_KEY_SCOPES, type ApiKeyScope } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { newKey } from '@carrel/api/src/platform/access/keys/key-token.ts';
import { sha256 } from '@carrel/api/src/platform/access/session-tokens.ts';
import type { Visitor } from '../server-fixture.ts';
import type { SeededIds } from './access-row.ts';
import {
  createRouteAccessFixture,
  named,
  refused,
  SCOPED,
  type RouteAccessFixture,
  type Scoped,
} from './route-access.ts';

let fixture: RouteAccessFixture;

beforeAll(async () => {
  fixture = await createRouteAccessFixture();
});
afterAll(() => fixture.server.close());
// Each route is called with a key that is refused, and those of one network are limited.
beforeEach(() => fixture.server.database.query('DELETE FROM rate_limits'));

/** Inserts a key of an organization, as used a moment ago from here, and returns a client that has it. */
async function keyOf(
  { organizationId }: Pick<SeededIds, 'organizationId'>,
  {
    scopes = API_KEY_SCOPES,
    expires = '1 hour',
    datasetIds = null,
  }: { scopes?: readonly ApiKeyScope[]; expires?: string; datasetIds?: string[] | null } = {},
): Promise<Visitor & { id: string }> {
  const [id, secret] = [randomUUID(), newKey()];
  // Expired keys are counted by network.
  const address = `10.${randomBytes(3).join('.')}`;
  const visitor = fixture.server.visitor();
  await fixture.server.database.query(
    `INSERT INTO api_keys (organization_id, id, name, token_hash, last_four, scopes, expires_at, dataset_ids,
       last_used_at, networks)
     VALUES ($1, $2, 'Nightly', $3, 'wxyz', $4, now() + $5::interval, $6, now(), $7)`,
    [organizationId, id, sha256(secret), scopes, expires, datasetIds, allNetworks],
  );
  return {
    ...visitor,
    id,
    call: (method, path, options = {}) =>
      visitor.call(method, path, {
        ...options,
        headers: {
          ...options.headers,
          Authorization: `Bearer ${secret}`,
          'X-Forwarded-For': address,
        },
      }),
  };
}

/** As many as are remembered, so that no use is audited. */
const allNetworks = Array.from({ length: 100 }, () => randomBytes(4).toString('hex'));

const CLOSED = SCOPED.filter(({ row }) => row.keys === undefined);
const OPEN = SCOPED.filter(({ row }) => row.keys !== undefined);
const OF_DATASET = OPEN.filter(({ row }) => row.route.includes('/datasets/:id'));

const outcomeOf = (key: Visitor, { row }: Scoped, ids: SeededIds, header?: string) =>
  fixture.outcome(() => fixture.call(key, row, ids, header));

test.each(named(CLOSED))('K1: %s is not open to API keys', async (_, scoped) => {
  const ids = await fixture.seedOrganization();
  expect(await outcomeOf(await keyOf(ids), scoped, ids)).toEqual(refused(403, /API key/));
  const expired = await keyOf(ids, { expires: '-1 second' });
  expect(await outcomeOf(expired, scoped, ids)).toEqual(refused(401));
});

test.each(named(OPEN))('K1: %s is open to API keys of its scope alone', async (_, scoped) => {
  const { row } = scoped;
  const ids = await fixture.seedOrganization();
  const expired = await keyOf(ids, { expires: '-1 second' });
  expect(await outcomeOf(expired, scoped, ids)).toEqual(refused(401));
  const scopes = API_KEY_SCOPES.filter((scope) => scope === row.keys);
  const lacking = await keyOf(ids, {
    scopes: API_KEY_SCOPES.filter((scope) => scope !== row.keys),
  });
  expect(await outcomeOf(lacking, scoped, ids)).toEqual(refused(403, /lacks the scope/));
  const other = await fixture.seedOrganization();
  const key = await keyOf(ids, { scopes });
  expect(await outcomeOf(key, scoped, ids, other.organizationId)).toEqual(refused(404));
  expect(await outcomeOf(key, scoped, ids)).toMatchObject({ status: row.status });
});

test.each(named(OPEN.filter(({ row }) => row.route.includes(':id'))))(
  'K1: %s is not open to API keys of other organizations',
  async (_, scoped) => {
    const [ids, other] = [await fixture.seedOrganization(), await fixture.seedOrganization()];
    expect(await outcomeOf(await keyOf(other), scoped, ids)).toEqual(refused(404));
  },
);

test.each(named(OF_DATASET))(
  'K1: %s is not open to API keys of other datasets',
  async (_, scoped) => {
    const ids = await fixture.seedOrganization();
    const limited = await keyOf(ids, { datasetIds: [randomUUID()] });
    expect(await outcomeOf(limited, scoped, ids)).toEqual(refused(404));
  },
);
