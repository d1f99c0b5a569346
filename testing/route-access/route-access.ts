import { randomBytes, randomUUID } from 'node:crypto';

import type { RoleName } from '@carrel/shared/contract';
import { expect } from 'vitest';

import { ACCOUNT_ROWS } from './rows/accounts.ts';
import { ARCHIVE_ROWS } from './rows/archives.ts';
import { UPLOAD_ROWS } from './rows/uploads.ts';
import { AUDIT_ROWS } from './rows/audit.ts';
import type { Database } from '@carrel/api/src/platform/database/database.ts';
import { lostChange } from '../database/insert-chunks.ts';
import { DATASET_ROWS } from './rows/datasets.ts';
import { MOVE_ROWS } from './rows/moves.ts';
import { createOrganization } from '@carrel/api/src/identity/organizations/organization-repository.ts';
import { ORGANIZATION_ROWS } from './rows/organizations.ts';
import { SEARCH_ROWS } from './rows/search.ts';
import { SUMMARY_ROWS } from './rows/summary.ts';
import { TEST_SET_ROWS } from './rows/test-sets.ts';
import { OPENAPI_ROWS } from './rows/openapi.ts';
import { TELEMETRY_ROWS } from './rows/telemetry.ts';
import { SIGN_IN_ROWS } from './rows/sign-in.ts';
import { WEBHOOK_ROWS } from './rows/webhooks.ts';
import { WORKSPACE_ROWS } from './rows/workspaces.ts';
import type { AccessRow, SeededIds } from './access-row.ts';
import { registerProgram } from './oauth-request.ts';
import { insertRows } from './insert-rows.ts';
import {
  createServerFixture,
  readResponse,
  type Member,
  type ServerFixture,
  type Visitor,
} from '../server-fixture.ts';

/** Every route of the API. Each noun has a file of rows. */
export const ROWS: AccessRow[] = [
  ...ACCOUNT_ROWS,
  ...SIGN_IN_ROWS,
  ...ORGANIZATION_ROWS,
  ...WEBHOOK_ROWS,
  ...WORKSPACE_ROWS,
  ...SEARCH_ROWS,
  ...TEST_SET_ROWS,
  ...DATASET_ROWS,
  ...MOVE_ROWS,
  ...ARCHIVE_ROWS,
  ...UPLOAD_ROWS,
  ...SUMMARY_ROWS,
  ...AUDIT_ROWS,
  ...OPENAPI_ROWS,
  ...TELEMETRY_ROWS,
];

const NAMED = { path: 'a.txt', folder: '', name: 'a.txt', sort_name: 'a.txt', size: 1 };

/** The routes of an organization, the least role that may call them, and whether a header names it. */
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
  rows.map((entry) => [entry.row.route, entry] as const);

/** The parts of a response that equal calls share, and whether the call wrote an audit record. */
export interface Outcome {
  status: number;
  body: unknown;
  wrote: boolean;
}

/** The outcome of a call that is refused with a sentence. */
export const refused = (status: number, sentence = /^[A-Z].+\.$/) => ({
  status,
  body: { message: expect.stringMatching(sentence) as unknown },
  wrote: false,
});

/** A server with a person for each role, and seeded organizations. */
export interface RouteAccessFixture {
  server: ServerFixture;
  members: Record<RoleName, Member>;
  /** Belongs to no organization. */
  outsider: Member;
  /** Creates an organization with the members in their roles, one more Viewer, and one object of each kind. */
  seedOrganization(viewer?: Member): Promise<SeededIds>;
  /** Calls the route of a row. `header` is X-Organization-Id, or undefined to omit it. */
  call(visitor: Visitor, row: AccessRow, ids: SeededIds, header?: string): Promise<Response>;
  outcome(call: () => Promise<Response>): Promise<Outcome>;
}

export async function createRouteAccessFixture(
  options: { wrapDatabase?: (database: Database) => Database } = {},
): Promise<RouteAccessFixture> {
  const server = await createServerFixture(options);
  await registerProgram(server.database);
  const outsider = await server.person();
  const defaultViewer = await server.person();
  // So that each of two Owners may leave.
  const otherOwner = await server.person();
  const members = {
    Owner: await server.person(),
    Admin: await server.person(),
    Editor: await server.person(),
    Viewer: await server.person(),
  };

  const seedOrganization = async (viewer = defaultViewer): Promise<SeededIds> => {
    const { database } = server;
    const organizationId = await database.transaction((tx) =>
      createOrganization(tx, members.Owner.accountId, { name: 'Readers' }),
    );
    const joining: [Member, RoleName][] = [
      [members.Admin, 'Admin'],
      [members.Editor, 'Editor'],
      [members.Viewer, 'Viewer'],
      [otherOwner, 'Owner'],
      [viewer, 'Viewer'],
    ];
    await database.query(
      `INSERT INTO memberships (organization_id, account_id, role_id)
       SELECT $1, j.account_id, r.id FROM unnest($2::uuid[], $3::text[]) AS j (account_id, role)
       JOIN roles r ON r.organization_id = $1 AND r.name = j.role`,
      [
        organizationId,
        joining.map(([{ accountId }]) => accountId),
        joining.map(([, role]) => role),
      ],
    );
    const [workspaceId, datasetId, archiveId] = [randomUUID(), randomUUID(), randomUUID()];
    const [documentId, invitationId, uploadId] = [randomUUID(), randomUUID(), randomUUID()];
    const [questionId, answerId, runId] = [randomUUID(), randomUUID(), randomUUID()];
    const [apiKeyId, scimGroupId] = [randomUUID(), randomUUID()];
    const [webhookId, deliveryId] = [randomUUID(), randomUUID()];
    const [domainId, groupId] = [randomUUID(), randomUUID()];
    const viewerRoleId = await server.roleId(organizationId, 'Viewer');
    const insert = (rows: Record<string, object>) => insertRows(database, organizationId, rows);
    await insert({
      workspaces: { id: workspaceId, name: 'Workspace' },
      datasets: { id: datasetId, name: 'Dataset' },
      invitations: {
        id: invitationId,
        address: 'invited@example.com',
        address_key: 'invited@example.com',
        role_id: viewerRoleId,
        invited_by: otherOwner.accountId,
        renewed_at: new Date(Date.now() - 3_600_000),
      },
      api_keys: {
        id: apiKeyId,
        name: 'Reader',
        token_hash: randomBytes(32),
        last_four: 'wxyz',
        scopes: ['documents:read'],
      },
      webhook_endpoints: {
        id: webhookId,
        name: 'Hook',
        url: 'https://hooks.example.com/',
        events: ['document.ready'],
      },
      scim_groups: { id: scimGroupId, display_name: 'Group', display_name_key: 'group' },
      member_groups: { id: groupId, name: 'Readers', name_key: 'readers' },
      organization_domains: {
        id: domainId,
        domain: `${domainId}.example`,
        token: 'token',
      },
      identity_providers: {
        issuer: 'https://login.example.com',
        client_id: 'carrel',
        client_secret: Buffer.from('sealed'),
        default_role: 'Viewer',
        role_mapping: '[]',
        enabled: true,
        enforced: false,
      },
    });
    const answer = { id: answerId, question_id: questionId, dataset_id: datasetId };
    const settings = JSON.stringify({ embedding_model: null, datasets: [] });
    const run = { workspace_id: workspaceId, id: runId, mode: 'auto', settings, questions: 1 };
    const figures = { recall: 1, mrr: 1, ndcg: 1, finished_at: new Date() };
    await insert({
      archives: {
        dataset_id: datasetId,
        id: archiveId,
        name: 'a.zip',
        size: 1,
        sha256: new Uint8Array(32),
        sync: false,
        delete_orphans: false,
        purge_on_completion: false,
        status: 'stored',
      },
      uploads: {
        dataset_id: datasetId,
        id: uploadId,
        created_by: otherOwner.accountId,
        filename: 'a.zip',
        size: 1,
        expires_at: new Date(Date.now() + 3_600_000),
      },
      workspace_datasets: { workspace_id: workspaceId, dataset_id: datasetId },
      test_questions: { workspace_id: workspaceId, id: questionId, query: 'words' },
      test_runs: { ...run, ...figures },
      webhook_deliveries: {
        endpoint_id: webhookId,
        message_id: deliveryId,
        type: 'document.ready',
        subject: documentId,
        data: '{}',
        state: 'failed',
      },
    });
    await insert({
      documents: {
        dataset_id: datasetId,
        id: documentId,
        ...NAMED,
        status: 'partitioning_error',
      },
      chunk_changes: lostChange(documentId),
      access_requests: { workspace_id: workspaceId, account_id: viewer.accountId, reason: '' },
      test_answers: { ...answer, path: 'a.txt', passage: '', grade: 1 },
      test_run_results: {
        run_id: runId,
        question_id: questionId,
        results: '[]',
        recall: 1,
        reciprocal_rank: 1,
        ndcg: 1,
        answers: '',
      },
    });
    await insert({
      access_requests: { dataset_id: datasetId, account_id: viewer.accountId, reason: '' },
    });
    return {
      organizationId,
      otherMemberId: viewer.accountId,
      viewerRoleId,
      invitationId,
      workspaceId,
      datasetId,
      archiveId,
      uploadId,
      documentId,
      questionId,
      answerId,
      runId,
      apiKeyId,
      webhookId,
      deliveryId,
      scimGroupId,
      groupId,
      domainId,
    };
  };

  const countAuditRecords = async (): Promise<number> => {
    const [row] = await server.database.query<{ count: number }>(
      'SELECT count(*) FROM audit_records',
    );
    return row?.count ?? 0;
  };

  return {
    server,
    members,
    outsider,
    seedOrganization,
    call: (visitor, row, ids, header) => {
      const [method = ''] = row.route.split(' ');
      return visitor.call(method, row.path(ids), {
        ...(row.json === undefined ? {} : { json: row.json(ids) }),
        ...(row.body?.bytes === undefined ? {} : { body: row.body.bytes }),
        headers: {
          ...row.body?.headers,
          ...(header === undefined ? {} : { 'X-Organization-Id': header }),
        },
      });
    },
    outcome: async (call) => {
      const before = await countAuditRecords();
      const response = await call();
      const body: unknown = await readResponse(response);
      return { status: response.status, body, wrote: (await countAuditRecords()) > before };
    },
  };
}

/** The value of X-Organization-Id, for routes that read it. */
export const headerOf = ({ byHeader }: Scoped, ids: SeededIds) =>
  byHeader ? ids.organizationId : undefined;
