import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createAccessServer, type AccessServer } from '@carrel/testing/access-fixture.ts';
import {
  createAccessRequests,
  type AccessRequestsFixture,
} from '@carrel/testing/access-requests-fixture.ts';
import { isEmbedded } from '@carrel/testing/database/test-database.ts';
import { whileChanging } from '@carrel/testing/database/while-changing.ts';
import type { Member } from '@carrel/testing/server-fixture.ts';

let accessServer: AccessServer;
let viewer: Member;
let organizationId: string;
let requests: AccessRequestsFixture;

beforeAll(async () => {
  accessServer = await createAccessServer();
});
beforeEach(async () => {
  requests = await createAccessRequests(accessServer);
  ({ viewer, organizationId } = requests);
});
afterAll(() => accessServer.close());

/** Sends a request that waits for a transaction in which Plans are changed; returns its response. */
const whileOthers = (changes: readonly string[], send: () => Promise<Response>) =>
  whileChanging(accessServer.server.database, { id: requests.plans, changes }, send);

describe.runIf(!isEmbedded())('meanwhile', () => {
  test('a Manager who loses access grants nothing', async () => {
    const manager = await accessServer.server.member(organizationId, 'Viewer');
    await requests.setAccess('dataset', [{ account_id: manager.accountId, role: 'Manager' }]);
    await requests.ask('dataset');
    const losing = [
      'SELECT FROM datasets WHERE id = $1 FOR UPDATE',
      'DELETE FROM access_entries WHERE dataset_id = $1',
    ];
    const granted = await whileOthers(losing, () => requests.grant('dataset', 'Reader', manager));
    expect(granted.status).toBe(403);
    expect(await requests.access('dataset')).toMatchObject({
      entries: [],
      requests: [{ account_id: viewer.accountId }],
    });
  });

  test('who asks for what is not known any more asks for nothing', async () => {
    await requests.setAccess('dataset', []);
    const closing = [
      'SELECT FROM datasets WHERE id = $1 FOR UPDATE',
      'UPDATE datasets SET known = false WHERE id = $1',
    ];
    const asked = await whileOthers(closing, () => requests.ask('dataset'));
    expect(asked.status).toBe(404);
    expect((await requests.access('dataset')).requests).toEqual([]);
  });

  test('who is named asks for nothing', async () => {
    await requests.setAccess('dataset', []);
    const naming = [
      'SELECT FROM datasets WHERE id = $1 FOR UPDATE',
      `INSERT INTO access_entries (organization_id, dataset_id, account_id, role)
       SELECT organization_id, $1, '${viewer.accountId}', 'Reader' FROM datasets WHERE id = $1`,
    ];
    const asked = await whileOthers(naming, () => requests.ask('dataset'));
    expect(asked.status).toBe(404);
    expect((await requests.access('dataset')).requests).toEqual([]);
  });

  test('of a grant and a refusal one counts', async () => {
    await requests.setAccess('dataset', []);
    await requests.ask('dataset');
    const decided = await Promise.all([requests.grant('dataset'), requests.refuse('dataset')]);
    expect(new Set(decided.map(({ status }) => status))).toEqual(new Set([204, 404]));
  });

  test('a person who leaves is granted nothing', async () => {
    await requests.setAccess('dataset', []);
    await requests.ask('dataset');
    const leaving = [
      `DELETE FROM memberships WHERE account_id = '${viewer.accountId}'
         AND organization_id = (SELECT organization_id FROM datasets WHERE id = $1)`,
    ];
    const granted = await whileOthers(leaving, () => requests.grant('dataset'));
    expect(granted.status).toBe(404);
    expect((await requests.access('dataset')).entries).toEqual([]);
  });
});
