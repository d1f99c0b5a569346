import { REAUTHENTICATE_HEADER } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import {
  ADMINISTRATIVE,
  OTHER_OPERATIONS,
} from '@carrel/testing/reauthentication/other-operations.ts';
import { SENSITIVE_CALLS } from '@carrel/testing/reauthentication/sensitive-calls.ts';
import { authenticateAs, SESSION_KINDS } from '@carrel/testing/reauthentication/session-kinds.ts';
import { createServerFixture, type ServerFixture } from '@carrel/testing/server-fixture.ts';
import { SENSITIVE_OPERATIONS, type SensitiveOperation } from './sensitive-operations.ts';

let server: ServerFixture;

beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const prepared = async (operation: SensitiveOperation) => {
  const owner = await server.person();
  const fixture = { server, owner, id: await server.organization(owner, 'Engines') };
  const another = await server.organization(owner, 'Readers');
  const call = await SENSITIVE_CALLS[operation].prepare(fixture);
  return { call, authenticateAs: authenticateAs.bind(undefined, fixture, another) };
};

test('every route that changes an account or an organization is sensitive, or says why not', () => {
  const registered = server.app.routes
    .filter(({ method }) => !/^(?:ALL|GET|OPTIONS)$/.test(method))
    .map(({ method, path }) => ({ method, path: path.replace('/api/v1', '') }))
    .filter(({ path }) => ADMINISTRATIVE.test(path))
    .map(({ method, path }) => `${method} ${path}`);
  const known = [
    ...Object.values(SENSITIVE_CALLS).map(({ route }) => route),
    ...Object.values(OTHER_OPERATIONS).flat(),
  ];
  expect([...new Set(registered)].sort()).toEqual(known.sort());
});

const kinds = Object.entries(SESSION_KINDS);
const PROVIDER = 'the provider of the organization';

/** Which of the kinds that are accepted a run tries: one, another for each operation; all in the hard tests. */
function tried(scope: 'account' | 'organization', index: number) {
  const accepted = kinds.filter(([, { may }]) => may.includes(scope));
  const first = accepted.findIndex(([kind]) => kind === PROVIDER);
  const at = first === -1 ? index % accepted.length : first;
  const rotated = [...accepted.slice(at), ...accepted.slice(0, at)];
  return rotated.slice(0, hardCount(1, accepted.length));
}

describe.each(
  Object.entries(SENSITIVE_OPERATIONS).map(([name, scope], index) => ({
    operation: name as SensitiveOperation,
    scope,
    accepted: tried(scope, index),
  })),
)('$operation', ({ operation, scope, accepted }) => {
  test('A31: is refused for every authentication that does not count, and then open to one that does', async () => {
    const refused = kinds.filter(([, { may }]) => !may.includes(scope));
    for (const [kind, counting] of accepted) {
      const { call, authenticateAs: authenticate } = await prepared(operation);
      for (const [not, session] of refused) {
        await authenticate(session);
        const response = await call();
        expect([not, response.status]).toEqual([not, 403]);
        // The session means nothing to the organization at all.
        const isForeign = session.methods.join() === 'sso' && session.provider?.of === 'another';
        const isAsked = response.headers.has(REAUTHENTICATE_HEADER);
        expect([not, isAsked]).toEqual([not, scope === 'account' || !isForeign]);
      }
      await authenticate(counting);
      const { status } = await call();
      // There is nothing to link in this browser.
      const isDone = operation === 'linkSso' ? status === 404 : status < 300;
      expect([kind, status, isDone]).toEqual([kind, status, true]);
    }
  });
});
