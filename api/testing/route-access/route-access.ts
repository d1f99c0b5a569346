import { randomUUID } from 'node:crypto';

import type { RoleName } from '@carrel/shared/contract';
import { expect } from 'vitest';

import { ACCOUNT_ROWS } from './accounts.ts';
import { ARCHIVE_ROWS } from './archives.ts';
import { AUDIT_ROWS } from './audit.ts';
import type { Database } from '../../src/database/database.ts';
import { DATASET_ROWS } from './datasets.ts';
import { createOrganization } from '../../src/organizations/organization-repository.ts';
import { ORGANIZATION_ROWS } from './organizations.ts';
import { SUMMARY_ROWS } from './summary.ts';
import { TELEMETRY_ROWS } from './telemetry.ts';
import { WORKSPACE_ROWS } from './workspaces.ts';
import type { AccessRow, SeededIds } from './access-row.ts';
import {
  createServerFixture,
  readResponse,
  type Member,
  type ServerFixture,
  type Visitor,
} from '../server-fixture.ts';

/** Every route of the API. A part of it adds its rows here, from a file beside its routes. */
export const ROWS: AccessRow[] = [
  ...ACCOUNT_ROWS,
  ...ORGANIZATION_ROWS,
  ...WORKSPACE_ROWS,
  ...DATASET_ROWS,
  ...ARCHIVE_ROWS,
  ...SUMMARY_ROWS,
  ...AUDIT_ROWS,
  ...TELEMETRY_ROWS,
];

/** The routes of an organization, the role from which on they are open, and where its id stands. */
export const SCOPED = ROWS.flatMap((row) => {
  const { access } = row;
  if (typeof access === 'string') return [];
  return 'header' in access
    ? [{ row, least: access.header, byHeader: true }]
    : [{ row, least: access.path, byHeader: false }];
});

export type Scoped = (typeof SCOPED)[number];

/** Rows with their route in front, as `test.each` names them. */
export const named = <Row extends { row: AccessRow }>(rows: Row[]) =>
  rows.map((each) => [each.row.route, each] as const);

/** What came of a call: the answer without what differs in any two, and whether anything was changed. */
export interface Outcome {
  status: number;
  body: unknown;
  wrote: boolean;
}

/** The outcome of a call that is refused in a sentence. */
export const refused = (status: number, sentence = /^[A-Z].+\.$/) => ({
  status,
  body: { message: expect.stringMatching(sentence) as unknown },
  wrote: false,
});

/** A server in which somebody has each role, and organizations to visit. */
export interface RouteAccessFixture {
  server: ServerFixture;
  people: Record<RoleName, Member>;
  /** Belongs to no organization. */
  outsider: Member;
  /** An organization with everybody in their role, one more Viewer, and one of everything. */
  seedOrganization(viewer?: Member): Promise<SeededIds>;
  /** Calls a row's route; `header` is what X-Organization-Id says, or undefined to leave it out. */
  visit(visitor: Visitor, row: AccessRow, ids: SeededIds, header?: string): Promise<Response>;
  outcome(call: () => Promise<Response>): Promise<Outcome>;
}

export async function createRouteAccessFixture(
  options: { wrapDatabase?: (database: Database) => Database } = {},
): Promise<RouteAccessFixture> {
  const server = await createServerFixture(options);
  const outsider = await server.person();
  const bystander = await server.person();
  const people = {
    Owner: await server.person(),
    Admin: await server.person(),
    Editor: await server.person(),
    Viewer: await server.person(),
  };

  const join = async (organizationId: string, member: Member, role: RoleName) => {
    await server.database.query(
      'INSERT INTO memberships (organization_id, account_id, role_id) VALUES ($1, $2, $3)',
      [organizationId, member.accountId, await server.roleId(organizationId, role)],
    );
  };

  const seedOrganization = async (viewer = bystander): Promise<SeededIds> => {
    const organizationId = await server.database.transaction((tx) =>
      createOrganization(tx, people.Owner.accountId, { name: 'Readers' }),
    );
    for (const role of ['Admin', 'Editor', 'Viewer'] as const) {
      await join(organizationId, people[role], role);
    }
    await join(organizationId, viewer, 'Viewer');
    const [workspaceId, datasetId, archiveId] = [randomUUID(), randomUUID(), randomUUID()];
    const [documentId, invitationId] = [randomUUID(), randomUUID()];
    const viewerRoleId = await server.roleId(organizationId, 'Viewer');
    const insert = (table: string, row: Record<string, unknown>) => {
      const values = Object.entries({ organization_id: organizationId, ...row });
      return server.database.query(
        `INSERT INTO ${table} (${values.map(([column]) => column).join(', ')})
         VALUES (${values.map((_, index) => `$${index + 1}`).join(', ')})`,
        values.map(([, value]) => value),
      );
    };
    await insert('workspaces', { id: workspaceId, name: 'Workspace' });
    await insert('datasets', { id: datasetId, name: 'Dataset' });
    await insert('archives', {
      dataset_id: datasetId,
      id: archiveId,
      name: 'a.zip',
      size: 1,
      sha256: new Uint8Array(32),
      sync: false,
      delete_orphans: false,
      purge_on_completion: false,
      status: 'stored',
    });
    await insert('documents', {
      dataset_id: datasetId,
      id: documentId,
      path: 'a.txt',
      folder: '',
      name: 'a.txt',
      sort_name: 'a.txt',
      size: 1,
      status: 'partitioning_error',
    });
    await insert('invitations', {
      id: invitationId,
      address: 'invited@example.com',
      address_key: 'invited@example.com',
      role_id: viewerRoleId,
      renewed_at: new Date(Date.now() - 3_600_000),
    });
    return {
      organizationId,
      otherMemberId: viewer.accountId,
      viewerRoleId,
      invitationId,
      workspaceId,
      datasetId,
      archiveId,
      documentId,
    };
  };

  const written = async (): Promise<number> => {
    const [row] = await server.database.query<{ count: number }>(
      'SELECT count(*) FROM audit_records',
    );
    return row?.count ?? 0;
  };

  return {
    server,
    people,
    outsider,
    seedOrganization,
    visit: (visitor, row, ids, header) => {
      const [method = ''] = row.route.split(' ');
      return visitor.call(method, row.path(ids), {
        ...(row.json === undefined ? {} : { json: row.json(ids) }),
        ...(row.body === undefined ? {} : { body: row.body.bytes }),
        headers: {
          ...row.body?.headers,
          ...(header === undefined ? {} : { 'X-Organization-Id': header }),
        },
      });
    },
    outcome: async (call) => {
      const before = await written();
      const response = await call();
      const body: unknown = await readResponse(response);
      return { status: response.status, body, wrote: (await written()) > before };
    },
  };
}

/** What X-Organization-Id says of ids, for the routes that ask it. */
export const headerOf = ({ byHeader }: Scoped, ids: SeededIds) =>
  byHeader ? ids.organizationId : undefined;
