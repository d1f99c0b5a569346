import { randomUUID } from 'node:crypto';

import type { AccessRole, RoleName } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { mayAct } from '@carrel/api/src/platform/access/authenticate.ts';
import { StatementRecorder } from '../database/record-statements.ts';
import { readResponse } from '../server-fixture.ts';
import type { AccessRow, SeededIds } from './access-row.ts';
import {
  createRouteAccessFixture,
  headerOf,
  named,
  SCOPED,
  type RouteAccessFixture,
  type Scoped,
} from './route-access.ts';

/** In the names of everything that only named people may see. */
const SECRET = 'Unicorn';

let fixture: RouteAccessFixture;
const recorder = new StatementRecorder();

beforeAll(async () => {
  // A request that takes long reads its caller's rights twice, which is one more statement.
  vi.useFakeTimers({ toFake: ['performance'] });
  fixture = await createRouteAccessFixture(recorder);
});

afterAll(async () => {
  vi.useRealTimers();
  await fixture.server.close();
});

type Kind = 'dataset' | 'workspace';

const absent = (ids: SeededIds, kind: Kind): SeededIds => ({ ...ids, [`${kind}Id`]: randomUUID() });

const requestOf = (row: AccessRow, ids: SeededIds) =>
  JSON.stringify([row.path(ids), row.json?.(ids) ?? null]);

const NO_IDS = new Proxy({} as SeededIds, { get: (_, name) => String(name) });
const about = (kind: Kind) =>
  named(SCOPED.filter(({ row }) => requestOf(row, NO_IDS).includes(`${kind}Id`)));
const ABOUT = (['dataset', 'workspace'] as const).flatMap((kind) =>
  about(kind).map(([route, scoped]) => [route, kind, scoped] as const),
);

/** Lets nobody see a dataset or workspace but who is named. */
async function name(
  ids: SeededIds,
  kind: Kind,
  entries: { accountId: string; role: AccessRole }[] = [],
) {
  const { database } = fixture.server;
  const id = ids[`${kind}Id`];
  await database.query(`UPDATE ${kind}s SET access = 'named', name = $2 WHERE id = $1`, [
    id,
    `${SECRET} ${kind}`,
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
      `INSERT INTO access_entries (organization_id, ${kind}_id, account_id, role) VALUES ($1, $2, $3, $4)`,
      [ids.organizationId, id, accountId, role],
    );
  }
}

describe('a dataset or workspace that is not for the caller', () => {
  test.each(ABOUT)('%s responds as if there were no such %s', async (_, kind, scoped) => {
    const { row } = scoped;
    for (const role of ['Editor', 'Viewer'] as const) {
      const ids = await fixture.seedOrganization();
      await name(ids, kind);
      const { organizationId } = ids;
      const list = () => fixture.members[role].call('GET', '/datasets', { organizationId });
      // The first request reads what the caller reaches.
      const [, recorded] = await recorder.during(list);
      expect(recorded).not.toEqual([]);
      const observe = async (target: SeededIds) => {
        const call = () => fixture.call(fixture.members[role], row, target, headerOf(scoped, ids));
        const [outcome, statements] = await recorder.during(() => fixture.outcome(call));
        return { role, ...outcome, statements };
      };
      expect(await observe(ids)).toEqual(await observe(absent(ids, kind)));
    }
  });

  test.each(named(SCOPED))('%s does not name it', async (_, scoped) => {
    const ids = await fixture.seedOrganization();
    await name(ids, 'dataset');
    await name(ids, 'workspace');
    const { row } = scoped;
    const target = { ...ids, datasetId: randomUUID(), workspaceId: randomUUID() };
    const { Viewer } = fixture.members;
    const response = await fixture.call(Viewer, row, target, headerOf(scoped, ids));
    const text = JSON.stringify([await readResponse(response)]);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(ids.datasetId);
    expect(text).not.toContain(ids.workspaceId);
  });

  test.each(named(SCOPED.filter(({ row }) => row.route.includes('/workspaces/:id'))))(
    '%s names no dataset of the workspace that is out of reach',
    async (_, scoped) => {
      const ids = await fixture.seedOrganization();
      await name(ids, 'dataset');
      const { Viewer } = fixture.members;
      const response = await fixture.call(Viewer, scoped.row, ids, headerOf(scoped, ids));
      const text = JSON.stringify([await readResponse(response)]);
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(ids.datasetId);
    },
  );
});

/** The outcome of a call about one that is known, and of the same call about one that nobody has. */
async function outcomesOf(kind: Kind, scoped: Scoped) {
  const ids = await fixture.seedOrganization();
  await name(ids, kind);
  await fixture.server.database.query(`UPDATE ${kind}s SET known = true WHERE id = $1`, [
    ids[`${kind}Id`],
  ]);
  const call = (target: SeededIds) =>
    fixture.outcome(() =>
      fixture.call(fixture.members.Editor, scoped.row, target, headerOf(scoped, ids)),
    );
  return { known: await call(ids), none: await call(absent(ids, kind)) };
}
const isAsking = (route: string) => route.endsWith('/access-request');

describe('a dataset or workspace that is known, and not for the caller', () => {
  test.each(ABOUT.filter(([route]) => !isAsking(route)))(
    '%s responds as if there were no such %s',
    async (_, kind, scoped) => {
      const { known, none } = await outcomesOf(kind, scoped);
      expect(known).toEqual(none);
    },
  );

  test.each(ABOUT.filter(([route]) => isAsking(route)))(
    '%s asks for it',
    async (_, kind, scoped) => {
      const { known, none } = await outcomesOf(kind, scoped);
      expect([200, 204]).toContain(known.status);
      expect(none).toMatchObject({ status: 404, wrote: false });
    },
  );
});

/** What a role closes besides what its role in the organization would. */
const REFUSED: Record<AccessRole, RegExp> = {
  Manager: /^$/,
  Editor: /^(PATCH|DELETE) \/(datasets|workspaces)\/:id$|\/sources\b/,
  Reader: /^$/,
  Searcher:
    /^GET .*\/(chunks|changes|chunk-changes|text|content|versions|compare|comparison|csv|duplicates|searches|questions|test-runs)$|\/download|^GET .*\/(duplicates|questions|test-runs)\//,
};
const ROLES = { Manager: 'Admin', Editor: 'Editor', Reader: 'Viewer', Searcher: 'Viewer' } as const;

describe('a role for a dataset or workspace', () => {
  test.each(ABOUT.filter(([route, kind]) => route.includes(` /${kind}s/:id`)))(
    '%s is decided by that for the %s, not by the role in the organization',
    async (_, kind, scoped) => {
      const { row, least } = scoped;
      const { Viewer } = fixture.members;
      for (const [role, as] of Object.entries(ROLES) as [AccessRole, RoleName][]) {
        const ids = await fixture.seedOrganization();
        await name(ids, kind, [{ accountId: Viewer.accountId, role }]);
        const response = await fixture.call(Viewer, row, ids, headerOf(scoped, ids));
        const may = mayAct(as, least) && !REFUSED[role].test(row.route);
        expect({ role, status: response.status }).toEqual({ role, status: may ? row.status : 403 });
        await response.body?.cancel();
      }
    },
  );

  test.each(ABOUT)('%s responds to an Owner as always', async (_, kind, scoped) => {
    const ids = await fixture.seedOrganization();
    await name(ids, kind);
    const { row } = scoped;
    const response = await fixture.call(fixture.members.Owner, row, ids, headerOf(scoped, ids));
    expect(response.status).toBe(row.status);
  });
});
