import { randomUUID } from 'node:crypto';

import { PASSWORD, readJson } from '../server-fixture.ts';
import {
  createdId,
  invite,
  lastToken,
  type AuditedAction,
  type AuditFixture,
} from './audit-fixture.ts';

async function invitationId(fixture: AuditFixture): Promise<string> {
  await invite(fixture, 'grace@example.com');
  const [row] = await fixture.server.database.query<{ id: string }>(
    `UPDATE invitations SET renewed_at = now() - interval '1 hour' WHERE organization_id = $1 RETURNING id`,
    [fixture.id],
  );
  return row?.id ?? '';
}

const createKey = ({ owner, id }: AuditFixture): Promise<Response> =>
  owner.call('POST', `/organizations/${id}/api-keys`, {
    json: { name: 'Nightly', scopes: ['search'] },
  });

async function keyId(fixture: AuditFixture): Promise<string> {
  const { id } = await readJson<{ id: string }>(await createKey(fixture));
  return id;
}

const createGroup = ({ owner, id }: AuditFixture): Promise<Response> =>
  owner.call('POST', `/organizations/${id}/groups`, { json: { name: 'Readers' } });

/** Actions on an organization, its members and its invitations. */
export const ORGANIZATION_ACTIONS: Record<string, AuditedAction> = {
  'POST /organizations': {
    action: 'organization.created',
    name: 'Looms',
    prepare:
      async ({ owner }) =>
      () =>
        owner.call('POST', '/organizations', { json: { name: 'Looms' } }),
  },
  'PATCH /organizations/:id': {
    action: 'organization.updated',
    name: 'Renamed',
    prepare:
      async ({ owner, id }) =>
      () =>
        owner.call('PATCH', `/organizations/${id}`, { json: { name: 'Renamed' } }),
  },
  'PUT /organizations/:id/sign-in-policy': {
    action: 'organization.sign_in_policy_changed',
    name: 'Engines',
    prepare:
      async ({ owner, id }) =>
      () =>
        owner.call('PUT', `/organizations/${id}/sign-in-policy`, {
          json: { second_factor_from: null, allowed_methods: ['password'], idle_minutes: 60 },
        }),
  },
  'DELETE /organizations/:id': {
    action: 'organization.deleted',
    name: 'Engines',
    prepare:
      async ({ owner, id }) =>
      () =>
        owner.call('DELETE', `/organizations/${id}`),
  },
  'POST /organizations/:id/members': {
    action: 'member.invited',
    name: 'grace@example.com',
    prepare: async (fixture) => () => invite(fixture, 'grace@example.com'),
  },
  'PATCH /organizations/:id/members/:accountId': {
    action: 'member.role_changed',
    prepare: async ({ server, owner, id }) => {
      const { accountId } = await server.member(id, 'Viewer');
      const role_id = await server.roleId(id, 'Editor');
      return () =>
        owner.call('PATCH', `/organizations/${id}/members/${accountId}`, { json: { role_id } });
    },
  },
  'DELETE /organizations/:id/members/:accountId': {
    action: 'member.removed',
    prepare: async ({ server, owner, id }) => {
      const { accountId } = await server.member(id, 'Viewer');
      return () => owner.call('DELETE', `/organizations/${id}/members/${accountId}`);
    },
  },
  'POST /organizations/:id/groups': {
    action: 'group.created',
    name: 'Readers',
    prepare: async (fixture) => () => createGroup(fixture),
  },
  'PATCH /organizations/:id/groups/:groupId': {
    action: 'group.updated',
    name: 'Authors',
    prepare: async (fixture) => {
      const path = `/organizations/${fixture.id}/groups/${await createdId(createGroup(fixture))}`;
      return () => fixture.owner.call('PATCH', path, { json: { name: 'Authors' } });
    },
  },
  'DELETE /organizations/:id/groups/:groupId': {
    action: 'group.deleted',
    name: 'Readers',
    prepare: async (fixture) => {
      const path = `/organizations/${fixture.id}/groups/${await createdId(createGroup(fixture))}`;
      return () => fixture.owner.call('DELETE', path);
    },
  },
  'POST /organizations/:id/leave': {
    action: 'member.left',
    prepare: async ({ server, id }) => {
      const member = await server.member(id, 'Viewer');
      return () => member.call('POST', `/organizations/${id}/leave`);
    },
  },
  'POST /organizations/:id/invitations/:invitationId/resend': {
    action: 'invitation.resent',
    name: 'grace@example.com',
    prepare: async (fixture) => {
      const path = `/organizations/${fixture.id}/invitations/${await invitationId(fixture)}/resend`;
      return () => fixture.owner.call('POST', path);
    },
  },
  'DELETE /organizations/:id/invitations/:invitationId': {
    action: 'invitation.revoked',
    name: 'grace@example.com',
    prepare: async (fixture) => {
      const path = `/organizations/${fixture.id}/invitations/${await invitationId(fixture)}`;
      return () => fixture.owner.call('DELETE', path);
    },
  },
  'POST /organizations/join': {
    action: 'invitation.accepted',
    prepare: async (fixture) => {
      const invited = await fixture.server.person();
      await invite(fixture, invited.address);
      const invitation_token = await lastToken(fixture);
      return () => invited.call('POST', '/organizations/join', { json: { invitation_token } });
    },
  },
  'POST /accounts/accept-invitation': {
    action: 'invitation.accepted',
    prepare: async (fixture) => {
      await invite(fixture, `${randomUUID()}@example.com`);
      const invitation_token = await lastToken(fixture);
      const json = { first_name: 'New', last_name: 'Comer', password: PASSWORD, invitation_token };
      return () => fixture.server.visitor().call('POST', '/accounts/accept-invitation', { json });
    },
  },
  'POST /organizations/:id/api-keys': {
    action: 'api_key.created',
    name: 'Nightly',
    prepare: async (fixture) => () => createKey(fixture),
  },
  'POST /organizations/:id/api-keys/:keyId/rotate': {
    action: 'api_key.rotated',
    name: 'Nightly',
    prepare: async (fixture) => {
      const path = `/organizations/${fixture.id}/api-keys/${await keyId(fixture)}/rotate`;
      return () => fixture.owner.call('POST', path, { json: {} });
    },
  },
  'DELETE /organizations/:id/api-keys/:keyId': {
    action: 'api_key.revoked',
    name: 'Nightly',
    prepare: async (fixture) => {
      const path = `/organizations/${fixture.id}/api-keys/${await keyId(fixture)}`;
      return () => fixture.owner.call('DELETE', path);
    },
  },
  'PATCH /organizations/:id/provisioning': {
    action: 'provisioning.changed',
    name: 'Engines',
    prepare:
      async ({ owner, id }) =>
      () =>
        owner.call('PATCH', `/organizations/${id}/provisioning`, {
          json: { default_role: 'Editor' },
        }),
  },
  'PATCH /organizations/:id/provisioning/groups/:groupId': {
    action: 'provisioning.changed',
    name: 'Writers',
    prepare: async ({ server, owner, id }) => {
      const [group] = await server.database.query<{ id: string }>(
        `INSERT INTO scim_groups (organization_id, display_name, display_name_key)
         VALUES ($1, 'Writers', 'writers') RETURNING id`,
        [id],
      );
      const path = `/organizations/${id}/provisioning/groups/${group?.id}`;
      return () => owner.call('PATCH', path, { json: { role: 'Editor' } });
    },
  },
};
