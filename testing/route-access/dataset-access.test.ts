import { randomUUID } from 'node:crypto';

import type { DatasetRole } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readResponse } from '../server-fixture.ts';
import type { AccessRow, SeededIds } from './access-row.ts';
import {
  createRouteAccessFixture,
  headerOf,
  named,
  SCOPED,
  type RouteAccessFixture,
} from './route-access.ts';

/** In the names of everything that only named people may see. */
const SECRET = 'Unicorn';

let fixture: RouteAccessFixture;

beforeAll(async () => {
  fixture = await createRouteAccessFixture();
});

afterAll(() => fixture.server.close());

const absent = (ids: SeededIds): SeededIds => ({ ...ids, datasetId: randomUUID() });

const requestOf = (row: AccessRow, ids: SeededIds) =>
  JSON.stringify([row.path(ids), row.json?.(ids) ?? null]);

const NO_IDS = new Proxy({} as SeededIds, { get: (_, name) => String(name) });
const OF_DATASET = SCOPED.filter(({ row }) => requestOf(row, NO_IDS).includes('datasetId'));

/** Lets nobody see the dataset but who is named. */
async function name(ids: SeededIds, entries: { accountId: string; role: DatasetRole }[] = []) {
  const { database } = fixture.server;
  await database.query(`UPDATE datasets SET access = 'named', name = $2 WHERE id = $1`, [
    ids.datasetId,
    `${SECRET} dataset`,
  ]);
  await database.query(
    `UPDATE documents SET path = $2, name = $2, sort_name = lower($2) WHERE dataset_id = $1`,
    [ids.datasetId, `${SECRET}.txt`],
  );
  await database.query(`UPDATE archives SET name = $2 WHERE dataset_id = $1`, [
    ids.datasetId,
    `${SECRET}.zip`,
  ]);
  for (const { accountId, role } of entries) {
    await database.query(
      `INSERT INTO dataset_access (organization_id, dataset_id, account_id, role) VALUES ($1, $2, $3, $4)`,
      [ids.organizationId, ids.datasetId, accountId, role],
    );
  }
}

describe('a dataset that is not for the caller', () => {
  test.each(named(OF_DATASET))('%s responds as if there were none', async (_, scoped) => {
    const { row } = scoped;
    for (const role of ['Editor', 'Viewer'] as const) {
      const ids = await fixture.seedOrganization();
      await name(ids);
      const none = absent(ids);
      const call = (target: SeededIds) =>
        fixture.outcome(() =>
          fixture.call(fixture.members[role], row, target, headerOf(scoped, ids)),
        );
      expect({ role, ...(await call(ids)) }).toEqual({ role, ...(await call(none)) });
    }
  });

  test.each(named(SCOPED))('%s does not name it', async (_, scoped) => {
    const ids = await fixture.seedOrganization();
    await name(ids);
    const { row } = scoped;
    const response = await fixture.call(
      fixture.members.Viewer,
      row,
      absent(ids),
      headerOf(scoped, ids),
    );
    const text = JSON.stringify([await readResponse(response)]);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(ids.datasetId);
  });

  test.each(named(OF_DATASET))('%s responds to an Owner as always', async (_, scoped) => {
    const ids = await fixture.seedOrganization();
    await name(ids);
    const { row } = scoped;
    const response = await fixture.call(fixture.members.Owner, row, ids, headerOf(scoped, ids));
    expect(response.status).toBe(row.status);
  });
});

/** The routes that a role for the dataset closes to a member who may call them elsewhere. */
const REFUSED: Record<DatasetRole, RegExp> = {
  Manager: /^$/,
  Editor: /^(PATCH|DELETE) \/datasets\/:id$|^PUT \/datasets\/:id\/access$/,
  Reader: /^$/,
  Searcher: /\/(chunks|text|content|download)$|\/downloads\//,
};

describe('a role for a dataset', () => {
  test.each(named(OF_DATASET.filter(({ row }) => row.route.includes('/datasets/:id'))))(
    '%s is decided by it, not by the role in the organization',
    async (_, scoped) => {
      const { row, least } = scoped;
      const roles = {
        Manager: 'Admin',
        Editor: 'Editor',
        Reader: 'Viewer',
        Searcher: 'Viewer',
      } as const;
      for (const [role, as] of Object.entries(roles) as [DatasetRole, keyof typeof ORDER][]) {
        const ids = await fixture.seedOrganization();
        const { Viewer } = fixture.members;
        await name(ids, [{ accountId: Viewer.accountId, role }]);
        const response = await fixture.call(Viewer, row, ids, headerOf(scoped, ids));
        const may = ORDER[as] <= ORDER[least] && !REFUSED[role].test(row.route);
        expect({ role, status: response.status }).toEqual({ role, status: may ? row.status : 403 });
        await response.body?.cancel();
      }
    },
  );
});

const ORDER = { Owner: 0, Admin: 1, Editor: 2, Viewer: 3 };
