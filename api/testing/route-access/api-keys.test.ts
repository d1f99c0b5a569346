import { randomBytes, randomUUID } from 'node:crypto';

import { API_KEY_SCOPES, type ApiKeyScope } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { newKey } from '../../src/access/keys/key-token.ts';
import { sha256 } from '../../src/access/session-tokens.ts';
import type { Visitor } from '../server-fixture.ts';
import type { SeededIds } from './access-row.ts';
import {
  createRouteAccessFixture,
  named,
  refused,
  SCOPED,
  type RouteAccessFixture,
} from './route-access.ts';

let fixture: RouteAccessFixture;

beforeAll(async () => {
  fixture = await createRouteAccessFixture();
});
afterAll(() => fixture.server.close());

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
        headers: { ...options.headers, Authorization: `Bearer ${secret}` },
      }),
  };
}

/** As many as are remembered, so that no use is audited. */
const allNetworks = Array.from({ length: 100 }, () => randomBytes(4).toString('hex'));

const without = (scope: ApiKeyScope | undefined) => API_KEY_SCOPES.filter((each) => each !== scope);

test.each(named(SCOPED))('T1: %s is open to API keys of its scope only', async (_, scoped) => {
  const { row, byHeader } = scoped;
  const ids = await fixture.seedOrganization();
  const outcomeOf = (key: Visitor, header?: string) =>
    fixture.outcome(() => fixture.call(key, row, ids, header));

  expect(await outcomeOf(await keyOf(ids, { expires: '-1 second' }))).toEqual(refused(401));
  const lacking = await keyOf(ids, { scopes: without(row.keys) });
  expect(await outcomeOf(lacking)).toEqual(refused(403, /API key/));
  if (byHeader) {
    const other = await fixture.seedOrganization();
    expect(await outcomeOf(await keyOf(ids), other.organizationId)).toEqual(refused(404));
    const foreign = await outcomeOf(await keyOf(other), undefined);
    // A route without an id in its path answers for the key's own organization.
    if (row.keys !== undefined && row.route.includes(':id')) {
      expect(foreign).toEqual(refused(404));
    }
  }
  if (row.keys === undefined) {
    expect(await outcomeOf(await keyOf(ids))).toEqual(refused(403, /API key/));
    return;
  }
  if (row.route.includes('/datasets/:id')) {
    const limited = await keyOf(ids, { datasetIds: [randomUUID()] });
    expect(await outcomeOf(limited)).toEqual(refused(404));
  }
  expect(await outcomeOf(await keyOf(ids, { scopes: [row.keys] }))).toMatchObject({
    status: row.status,
  });
});
