import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import type { ServerType } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { sessionOf } from '@carrel/testing/route-access/losing-callers.ts';
import { createServerFixture, type ServerFixture } from '@carrel/testing/server-fixture.ts';
import type { Database, Queryable } from '../database/database.ts';
import { createListener, listen, refuseRunning } from './serve.ts';

let fixture: ServerFixture;
let server: ServerType;
/** What happens once, inside of the next transaction that creates an organization or before it commits. */
const next: { atInsert?: () => void; atCommit?: () => void } = {};

function run(name: keyof typeof next): void {
  const work = next[name];
  delete next[name];
  work?.();
}

const wrapDatabase = (database: Database): Database => ({
  ...database,
  transaction: (work) =>
    database.transaction(async (tx) => {
      const query: Queryable['query'] = (sql, parameters) => {
        if (sql.includes('INSERT INTO organizations')) run('atInsert');
        return tx.query(sql, parameters);
      };
      const result = await work({ ...tx, query });
      run('atCommit');
      return result;
    }),
});

beforeAll(async () => {
  fixture = await createServerFixture({ wrapDatabase });
  server = createListener(fixture.app.fetch);
  await listen(server, { port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
  await once(server, 'close');
  await fixture.close();
});

async function createOrganization(name: string): Promise<Response> {
  const { headers } = await sessionOf(fixture.database, undefined, 'Viewer', undefined);
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/api/v1/organizations`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  });
}

const named = (name: string) =>
  fixture.database.query('SELECT id FROM organizations WHERE name = $1', [name]);

test('D7: a change that still runs at the end of the drain is refused with 503, and rolled back', async () => {
  next.atInsert = () => refuseRunning(server);
  const response = await createOrganization('Refused');
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await response.json()).toEqual({
    message: 'The server is restarting. Please try again in a moment.',
  });
  // The next one shows that the transaction has ended.
  expect((await createOrganization('Later')).status).toBe(201);
  expect(await named('Refused')).toEqual([]);
});

test('D7: a change that commits at the end of the drain gets its own response', async () => {
  next.atCommit = () => refuseRunning(server);
  expect((await createOrganization('Committed')).status).toBe(201);
  expect(await named('Committed')).toHaveLength(1);
});
