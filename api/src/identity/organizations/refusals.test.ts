import { randomUUID } from 'node:crypto';

import type { RoleName } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { AccessRow, SeededIds } from '@carrel/testing/route-access/access-row.ts';
import { ROWS } from '@carrel/testing/route-access/all-rows.ts';
import { UPLOAD_ROWS } from '@carrel/testing/route-access/rows/uploads.ts';
import {
  createServerFixture,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

const EDITORS = 'Only an Owner, Admin or Editor can';
const ADMINS = 'Only an Owner or Admin can';

/** The message for callers whose role is too low. */
const REFUSALS: Record<string, string> = {
  'PATCH /organizations/:id': `${ADMINS} change the organization.`,
  'DELETE /organizations/:id': 'Only an Owner can delete the organization.',
  'GET /organizations/:id/sign-in-policy': `${ADMINS} see the sign-in policy.`,
  'PUT /organizations/:id/sign-in-policy': 'Only an Owner can change the sign-in policy.',
  'POST /organizations/:id/members': `${ADMINS} invite members.`,
  'PATCH /organizations/:id/members/:accountId': `${ADMINS} change the roles of members.`,
  'DELETE /organizations/:id/members/:accountId': `${ADMINS} remove members.`,
  'POST /organizations/:id/groups': `${ADMINS} create groups.`,
  'PATCH /organizations/:id/groups/:groupId': `${ADMINS} change groups.`,
  'DELETE /organizations/:id/groups/:groupId': `${ADMINS} delete groups.`,
  'POST /organizations/:id/invitations/:invitationId/resend': `${ADMINS} resend invitations.`,
  'DELETE /organizations/:id/invitations/:invitationId': `${ADMINS} revoke invitations.`,
  'GET /organizations/:id/api-keys': `${ADMINS} see API keys.`,
  'POST /organizations/:id/api-keys': `${ADMINS} create API keys.`,
  'POST /organizations/:id/api-keys/:keyId/rotate': `${ADMINS} rotate API keys.`,
  'DELETE /organizations/:id/api-keys/:keyId': `${ADMINS} revoke API keys.`,
  'GET /organizations/:id/provisioning': `${ADMINS} see provisioning.`,
  'PATCH /organizations/:id/provisioning': 'Only an Owner can change provisioning.',
  'PATCH /organizations/:id/provisioning/groups/:groupId': 'Only an Owner can change provisioning.',
  'GET /organizations/:id/webhooks': `${ADMINS} see webhooks.`,
  'POST /organizations/:id/webhooks': `${ADMINS} create webhooks.`,
  'PATCH /organizations/:id/webhooks/:webhookId': `${ADMINS} change webhooks.`,
  'DELETE /organizations/:id/webhooks/:webhookId': `${ADMINS} delete webhooks.`,
  'POST /organizations/:id/webhooks/:webhookId/rotate-secret': `${ADMINS} rotate secrets.`,
  'POST /organizations/:id/webhooks/:webhookId/test': `${ADMINS} test webhooks.`,
  'GET /organizations/:id/webhooks/:webhookId/deliveries': `${ADMINS} see deliveries of webhooks.`,
  'POST /organizations/:id/webhooks/:webhookId/deliveries/:deliveryId/redeliver': `${ADMINS} send deliveries again.`,
  'POST /organizations/:id/webhooks/:webhookId/recover': `${ADMINS} send deliveries again.`,
  'GET /organizations/:id/domains': `${ADMINS} see domains.`,
  'POST /organizations/:id/domains': `${ADMINS} add domains.`,
  'POST /organizations/:id/domains/:domainId/verify': `${ADMINS} verify domains.`,
  'POST /organizations/:id/domains/:domainId/mail': `${ADMINS} verify domains.`,
  'DELETE /organizations/:id/domains/:domainId': `${ADMINS} remove domains.`,
  'GET /organizations/:id/identity-provider': 'Only an Owner can see single sign-on.',
  'PUT /organizations/:id/identity-provider': 'Only an Owner can change single sign-on.',
  'DELETE /organizations/:id/identity-provider': 'Only an Owner can change single sign-on.',
  'POST /organizations/:id/identity-provider/test': 'Only an Owner can change single sign-on.',
  'GET /organizations/:id/models': `${ADMINS} see the models.`,
  'POST /organizations/:id/models/test': `${ADMINS} test the models.`,
  'GET /organizations/:id/audit': `${ADMINS} see the activity of the organization.`,
  'POST /workspaces': `${EDITORS} create workspaces.`,
  'PATCH /workspaces/:id': `${EDITORS} change workspaces.`,
  'DELETE /workspaces/:id': `${EDITORS} delete workspaces.`,
  'PUT /workspaces/:id/datasets/:datasetId': `${EDITORS} attach datasets.`,
  'DELETE /workspaces/:id/datasets/:datasetId': `${EDITORS} detach datasets.`,
  'POST /workspaces/:id/questions': `${EDITORS} change the questions of a workspace.`,
  'POST /workspaces/:id/questions/csv': `${EDITORS} change the questions of a workspace.`,
  'PATCH /workspaces/:id/questions/:questionId': `${EDITORS} change the questions of a workspace.`,
  'DELETE /workspaces/:id/questions/:questionId': `${EDITORS} change the questions of a workspace.`,
  'PUT /workspaces/:id/questions/:questionId/answers/:answerId': `${EDITORS} change the questions of a workspace.`,
  'DELETE /workspaces/:id/questions/:questionId/answers/:answerId': `${EDITORS} change the questions of a workspace.`,
  'POST /workspaces/:id/test-runs': `${EDITORS} run the questions of a workspace.`,
  'DELETE /workspaces/:id/test-runs/:runId': `${EDITORS} delete test runs.`,
  'GET /workspaces/:id/searches': `${EDITORS} see what people ask.`,
  'POST /datasets': `${EDITORS} create datasets.`,
  'PATCH /datasets/:id': `${EDITORS} change datasets.`,
  'POST /datasets/preview-chunks': `${EDITORS} preview chunks.`,
  'DELETE /datasets/:id': `${EDITORS} delete datasets.`,
  'POST /datasets/:id/access/take': `${ADMINS} take access to a dataset.`,
  'POST /workspaces/:id/access/take': `${ADMINS} take access to a workspace.`,
  'PUT /datasets/:id/access': `${ADMINS} change who may see a dataset.`,
  'POST /datasets/:id/access-requests/:accountId/grant': `${ADMINS} grant access to a dataset.`,
  'DELETE /datasets/:id/access-requests/:accountId': `${ADMINS} refuse access to a dataset.`,
  'PUT /workspaces/:id/access': `${ADMINS} change who may see a workspace.`,
  'POST /workspaces/:id/access-requests/:accountId/grant': `${ADMINS} grant access to a workspace.`,
  'DELETE /workspaces/:id/access-requests/:accountId': `${ADMINS} refuse access to a workspace.`,
  'POST /datasets/:id/archives': `${EDITORS} upload archives.`,
  'POST /datasets/:id/archives/:archiveId/sync': `${EDITORS} add archives to datasets.`,
  'POST /datasets/:id/archives/:archiveId/pause': `${EDITORS} pause archives.`,
  'POST /datasets/:id/archives/:archiveId/resume': `${EDITORS} resume archives.`,
  'POST /datasets/:id/archives/:archiveId/cancel': `${EDITORS} cancel archives.`,
  'DELETE /datasets/:id/archives/:archiveId': `${EDITORS} delete archives.`,
  'POST /datasets/:id/documents/retry': `${EDITORS} try documents again.`,
  'POST /datasets/:id/documents/reprocess': `${EDITORS} process documents again.`,
  'DELETE /datasets/:id/documents/reprocess': `${EDITORS} process documents again.`,
  'POST /datasets/:id/documents/delete': `${EDITORS} delete documents.`,
  'PATCH /datasets/:id/documents/metadata': `${EDITORS} change the metadata of documents.`,
  'PATCH /datasets/:id/documents/:documentId/chunks/:number': `${EDITORS} change chunks.`,
  'POST /datasets/:id/documents/:documentId/chunks/:number/split': `${EDITORS} change chunks.`,
  'POST /datasets/:id/documents/:documentId/chunks/:number/join': `${EDITORS} change chunks.`,
  'POST /datasets/:id/documents/:documentId/chunks/:number/restore': `${EDITORS} change chunks.`,
  'POST /datasets/:id/documents/:documentId/chunks/changes/:changeId/apply': `${EDITORS} change chunks.`,
  'DELETE /datasets/:id/documents/:documentId/chunks/changes/:changeId': `${EDITORS} change chunks.`,
  'POST /datasets/:id/documents/move/plan': `${EDITORS} move documents.`,
  'POST /datasets/:id/documents/move': `${EDITORS} move documents.`,
  'POST /datasets/:id/documents/move/undo': `${EDITORS} move documents.`,
  'POST /datasets/:id/folders': `${EDITORS} create folders.`,
  'POST /datasets/:id/documents/restore': `${EDITORS} restore documents.`,
  'POST /datasets/:id/duplicates/resolve': `${EDITORS} delete documents.`,
  'PUT /datasets/:id/duplicates/:groupId/dismissal': `${EDITORS} dismiss duplicates.`,
  'DELETE /datasets/:id/duplicates/:groupId/dismissal': `${EDITORS} dismiss duplicates.`,
  'POST /datasets/:id/documents/:documentId/replace': `${EDITORS} replace documents.`,
  'GET /datasets/:id/sources': `${EDITORS} see sources.`,
  'POST /datasets/:id/sources': `${EDITORS} add sources.`,
  'POST /datasets/:id/sources/test': `${EDITORS} test sources.`,
  'GET /datasets/:id/sources/:sourceId': `${EDITORS} see sources.`,
  'PATCH /datasets/:id/sources/:sourceId': `${EDITORS} change sources.`,
  'DELETE /datasets/:id/sources/:sourceId': `${EDITORS} delete sources.`,
  'GET /datasets/:id/sources/:sourceId/runs': `${EDITORS} see sources.`,
  'POST /datasets/:id/sources/:sourceId/runs': `${EDITORS} run sources.`,
  'POST /datasets/:id/sources/:sourceId/runs/approve': `${EDITORS} approve plans of sources.`,
  'POST /datasets/:id/sources/:sourceId/runs/cancel': `${EDITORS} stop sources.`,
  'GET /datasets/:id/sources/:sourceId/objects': `${EDITORS} see sources.`,
  'POST /datasets/:id/sources/:sourceId/connect': `${EDITORS} connect sources.`,
  'POST /datasets/:id/sources/:sourceId/connect/finish': `${EDITORS} connect sources.`,
  'POST /datasets/:id/documents/:documentId/versions/:number/restore': `${EDITORS} restore versions of documents.`,
  'DELETE /datasets/:id/documents/:documentId/versions/:number': `${EDITORS} delete versions of documents.`,
  'PUT /datasets/:id/documents/by-path': `${EDITORS} write documents.`,
  'DELETE /datasets/:id/documents/by-path': `${EDITORS} delete documents.`,
  'POST /datasets/:id/documents/batch': `${EDITORS} write documents.`,
};

/** The least role of a route of an organization. */
function leastOf({ access }: AccessRow): RoleName | undefined {
  if (typeof access === 'string') return undefined;
  return 'path' in access ? access.path : access.header;
}

/** Requests of the upload protocol have refusals of their own. */
const GUARDED = ROWS.filter(
  (row) => !UPLOAD_ROWS.includes(row) && !['Viewer', undefined].includes(leastOf(row)),
);

let fixture: ServerFixture;
let ids: SeededIds;
let viewer: Member;

beforeAll(async () => {
  fixture = await createServerFixture();
  const owner = await fixture.person();
  const organizationId = await fixture.organization(owner);
  viewer = await fixture.member(organizationId, 'Viewer');
  ids = {
    organizationId,
    otherMemberId: owner.accountId,
    viewerRoleId: await fixture.roleId(organizationId, 'Viewer'),
    invitationId: randomUUID(),
    workspaceId: randomUUID(),
    datasetId: randomUUID(),
    archiveId: randomUUID(),
    uploadId: randomUUID(),
    documentId: randomUUID(),
    questionId: randomUUID(),
    answerId: randomUUID(),
    runId: randomUUID(),
    apiKeyId: randomUUID(),
    webhookId: randomUUID(),
    deliveryId: randomUUID(),
    scimGroupId: randomUUID(),
    groupId: randomUUID(),
    domainId: randomUUID(),
    sourceId: randomUUID(),
  };
});

afterAll(async () => {
  await fixture.close();
});

describe('a refusal names the role needed', () => {
  test('on every route that requires more than a Viewer', () => {
    expect(GUARDED.map(({ route }) => route).sort()).toEqual(Object.keys(REFUSALS).sort());
  });

  test.each(GUARDED.map((row) => [row.route, row] as const))('%s', async (route, row) => {
    const [method = ''] = route.split(' ');
    const response = await viewer.call(method, row.path(ids), {
      organizationId: ids.organizationId,
      ...(row.json === undefined ? {} : { json: row.json(ids) }),
      ...(row.body?.bytes === undefined ? {} : { body: row.body.bytes }),
      ...(row.body === undefined ? {} : { headers: row.body.headers }),
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ message: REFUSALS[route] });
  });

  test('if it depends on the role of the other member', async () => {
    const { organizationId, otherMemberId } = ids;
    const admin = await fixture.member(organizationId, 'Admin');
    const role_id = await fixture.roleId(organizationId, 'Owner');
    const member = `/organizations/${organizationId}/members/${otherMemberId}`;
    const responses = [
      await admin.call('PATCH', member, { json: { role_id: ids.viewerRoleId } }),
      await admin.call('DELETE', member),
      await admin.call('POST', `/organizations/${organizationId}/members`, {
        json: { email_address: 'heir@example.com', role_id },
      }),
      await admin.call('PATCH', `/organizations/${organizationId}/members/${viewer.accountId}`, {
        json: { role_id },
      }),
    ];
    expect(await Promise.all(responses.map((response) => response.json()))).toEqual([
      { message: 'Only an Owner can change or remove an Owner.' },
      { message: 'Only an Owner can change or remove an Owner.' },
      { message: 'Only an Owner can make someone an Owner.' },
      { message: 'Only an Owner can make someone an Owner.' },
    ]);
  });
});
