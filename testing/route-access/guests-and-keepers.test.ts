import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readResponse } from '../server-fixture.ts';
import type { SeededIds } from './access-row.ts';
import {
  createRouteAccessFixture,
  headerOf,
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

/** In the names of documents and archives that are out of reach. */
const SECRET = 'Unicorn';

const query = (sql: string, ...parameters: unknown[]) =>
  fixture.server.database.query(sql, parameters);

/** Names documents and archives of a dataset so that they are recognized. */
async function nameContents({ datasetId }: SeededIds) {
  await query(
    `UPDATE documents SET path = $2, name = $2, sort_name = lower($2) WHERE dataset_id = $1`,
    datasetId,
    `${SECRET}.txt`,
  );
  await query(`UPDATE archives SET name = $2 WHERE dataset_id = $1`, datasetId, `${SECRET}.zip`);
}

/** What a guest may call besides what every account may. */
const OPEN_TO_GUESTS = new Set([
  'GET /ask',
  'GET /datasets',
  'GET /datasets/:id',
  'GET /datasets/:id/documents',
  'GET /datasets/:id/documents/:documentId',
  'GET /datasets/:id/documents/:documentId/chunks',
  'GET /datasets/:id/documents/:documentId/content',
  'GET /datasets/:id/documents/:documentId/text',
  'GET /datasets/:id/documents/failure-reasons',
  'GET /datasets/:id/events',
  'GET /datasets/:id/navigate',
  'GET /workspaces',
  'GET /workspaces/:id',
  'GET /workspaces/:id/datasets',
  'POST /datasets/:id/search',
  'POST /organizations/:id/leave',
  'POST /search',
  'POST /workspaces/:id/ask',
  'POST /workspaces/:id/search',
]);

/** Of these, what only a Reader may. */
const OF_READERS = /\/(chunks|content|text)$/;

const isOpen = ({ row }: (typeof SCOPED)[number]) => OPEN_TO_GUESTS.has(row.route);

/** Makes the Viewer of a new organization a guest of its workspace, and returns the call of a route. */
async function asGuest(scoped: (typeof SCOPED)[number]) {
  const { Viewer } = fixture.members;
  const ids = await fixture.seedOrganization();
  await query(
    'UPDATE memberships SET guest_of = $3 WHERE organization_id = $1 AND account_id = $2',
    ids.organizationId,
    Viewer.accountId,
    ids.workspaceId,
  );
  return () => fixture.call(Viewer, scoped.row, ids, headerOf(scoped, ids));
}

describe('a guest', () => {
  test.each(named(SCOPED.filter(isOpen)))('%s is open to a guest', async (_, scoped) => {
    const { row } = scoped;
    const call = await asGuest(scoped);
    const response = await call();
    expect(response.status).toBe(OF_READERS.test(row.route) ? 403 : row.status);
    await response.body?.cancel();
  });

  test.each(named(SCOPED.filter((scoped) => !isOpen(scoped))))(
    '%s is closed to guests',
    async (_, scoped) => {
      const call = await asGuest(scoped);
      expect(await fixture.outcome(call)).toEqual(refused(403, /^A guest sees one workspace/));
    },
  );

  test.each(named(SCOPED.filter(isOpen)))(
    '%s tells a guest of another workspace nothing',
    async (_, scoped) => {
      const { row } = scoped;
      const { Viewer } = fixture.members;
      const ids = await fixture.seedOrganization();
      await nameContents(ids);
      await query(
        `WITH other AS (INSERT INTO workspaces (organization_id, name) VALUES ($1, 'Other') RETURNING id)
         UPDATE memberships SET guest_of = (SELECT id FROM other)
         WHERE organization_id = $1 AND account_id = $2`,
        ids.organizationId,
        Viewer.accountId,
      );
      const response = await fixture.call(Viewer, row, ids, headerOf(scoped, ids));
      const isAbout = /^[A-Z]+ \/(datasets|workspaces)\/:id/.test(row.route);
      expect(response.status).toBe(isAbout ? 404 : row.status);
      const text = JSON.stringify([await readResponse(response)]);
      for (const word of [SECRET, ids.datasetId, ids.workspaceId]) expect(text).not.toContain(word);
    },
  );
});

/** What an Admin may do with what it keeps and does not see. */
const OPEN_TO_KEEPERS =
  /^(GET|PATCH|DELETE) \/(datasets|workspaces)\/:id$|^(GET|PUT) \/(datasets|workspaces)\/:id\/access$|\/access\/take$|\/access-requests\//;

describe('an Admin, where Admins see only what they are named for', () => {
  test.each(named(SCOPED))('%s shows nothing that is kept from Admins', async (_, scoped) => {
    const { row } = scoped;
    const { Admin } = fixture.members;
    const ids = await fixture.seedOrganization();
    await nameContents(ids);
    await query(
      'UPDATE organizations SET admins_take_access = true WHERE id = $1',
      ids.organizationId,
    );
    for (const [kind, id] of [
      ['dataset', ids.datasetId],
      ['workspace', ids.workspaceId],
    ] as const) {
      await query(`UPDATE ${kind}s SET access = 'named' WHERE id = $1`, id);
    }
    const response = await fixture.call(Admin, row, ids, headerOf(scoped, ids));
    const isClosed =
      / \/(datasets|workspaces)\/:id/.test(row.route) && !OPEN_TO_KEEPERS.test(row.route);
    // Keys and webhooks for what is kept are refused by its name: 422.
    expect([isClosed ? 403 : row.status, 403, 422]).toContain(response.status);
    const text = JSON.stringify([await readResponse(response)]);
    expect(text).not.toContain(SECRET);
    expect(text).toMatch(response.status === 403 ? /Take access|Only an Owner/ : /./);
  });
});
