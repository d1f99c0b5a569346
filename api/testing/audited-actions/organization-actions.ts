import { randomUUID } from 'node:crypto';

import { PASSWORD } from '../server-fixture.ts';
import { invite, lastToken, type AuditedAction, type Stage } from './audit-fixture.ts';

async function invitationId(stage: Stage): Promise<string> {
  await invite(stage, 'grace@example.com');
  const [row] = await stage.world.database.query<{ id: string }>(
    `UPDATE invitations SET renewed_at = now() - interval '1 hour' WHERE organization_id = $1 RETURNING id`,
    [stage.id],
  );
  return row?.id ?? '';
}

/** What can be done to an organization and its members. */
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
    prepare: async (stage) => () => invite(stage, 'grace@example.com'),
  },
  'PATCH /organizations/:id/members/:accountId': {
    action: 'member.role_changed',
    prepare: async ({ world, owner, id }) => {
      const { accountId } = await world.member(id, 'Viewer');
      const role_id = await world.roleId(id, 'Editor');
      return () =>
        owner.call('PATCH', `/organizations/${id}/members/${accountId}`, { json: { role_id } });
    },
  },
  'DELETE /organizations/:id/members/:accountId': {
    action: 'member.removed',
    prepare: async ({ world, owner, id }) => {
      const { accountId } = await world.member(id, 'Viewer');
      return () => owner.call('DELETE', `/organizations/${id}/members/${accountId}`);
    },
  },
  'POST /organizations/:id/invitations/:invitationId/resend': {
    action: 'invitation.resent',
    name: 'grace@example.com',
    prepare: async (stage) => {
      const path = `/organizations/${stage.id}/invitations/${await invitationId(stage)}/resend`;
      return () => stage.owner.call('POST', path);
    },
  },
  'DELETE /organizations/:id/invitations/:invitationId': {
    action: 'invitation.revoked',
    name: 'grace@example.com',
    prepare: async (stage) => {
      const path = `/organizations/${stage.id}/invitations/${await invitationId(stage)}`;
      return () => stage.owner.call('DELETE', path);
    },
  },
  'POST /organizations/join': {
    action: 'invitation.accepted',
    prepare: async (stage) => {
      const invited = await stage.world.person();
      await invite(stage, invited.address);
      const invitation_token = await lastToken(stage);
      return () => invited.call('POST', '/organizations/join', { json: { invitation_token } });
    },
  },
  'POST /accounts/accept-invitation': {
    action: 'invitation.accepted',
    prepare: async (stage) => {
      await invite(stage, `${randomUUID()}@example.com`);
      const invitation_token = await lastToken(stage);
      const json = { first_name: 'New', last_name: 'Comer', password: PASSWORD, invitation_token };
      return () => stage.world.visitor().call('POST', '/accounts/accept-invitation', { json });
    },
  },
};
