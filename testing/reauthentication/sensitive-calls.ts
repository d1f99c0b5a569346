import { randomUUID } from 'node:crypto';

import type { RoleName } from '@carrel/shared/contract';

import type { SensitiveOperation } from '@carrel/api/src/platform/access/reauthentication/sensitive-operations.ts';
import { AUDITED_ACTIONS } from '../audited-actions/audited-actions.ts';
import type { AuditedAction, AuditFixture } from '../audited-actions/audit-fixture.ts';

/** A route, and a call of it that needs a recent authentication; by default that of the audited actions. */
interface SensitiveCall {
  route: string;
  prepare: AuditedAction['prepare'];
}

const audited = (route: string): SensitiveCall => {
  const action = AUDITED_ACTIONS[route];
  if (action === undefined) throw new Error(`No action: ${route}`);
  return { route, prepare: action.prepare };
};

const NEW_PASSWORD = { new_password: 'a brand new password' };

const asRole = (fixture: AuditFixture, role: RoleName) => fixture.server.roleId(fixture.id, role);

/** How each sensitive operation is called. */
export const SENSITIVE_CALLS: Record<SensitiveOperation, SensitiveCall> = {
  changePassword: {
    route: 'PUT /accounts/password',
    prepare: async ({ server, owner }) => {
      const id = owner.accountId;
      await server.database.query('UPDATE accounts SET password_hash = NULL WHERE id = $1', [id]);
      return () => owner.call('PUT', '/accounts/password', { json: NEW_PASSWORD });
    },
  },
  addEmail: audited('POST /accounts/emails'),
  removeEmail: audited('DELETE /accounts/emails/:id'),
  startPasskey: {
    route: 'POST /accounts/passkeys/options',
    prepare:
      async ({ owner }) =>
      () =>
        owner.call('POST', '/accounts/passkeys/options'),
  },
  addPasskey: audited('POST /accounts/passkeys'),
  removePasskey: audited('DELETE /accounts/passkeys/:id'),
  enrolTotp: audited('POST /accounts/totp'),
  removeTotp: audited('DELETE /accounts/totp'),
  createRecoveryCodes: audited('POST /accounts/recovery-codes'),
  decideApproval: audited('PUT /accounts/approvals'),
  linkSso: {
    route: 'POST /accounts/login/sso/link',
    prepare:
      async ({ owner }) =>
      () =>
        owner.call('POST', '/accounts/login/sso/link'),
  },
  deleteAccount: {
    route: 'DELETE /accounts/:id',
    prepare:
      async ({ owner }) =>
      () =>
        owner.call('DELETE', `/accounts/${owner.accountId}`),
  },
  decideGrant: audited('POST /workspaces/:id/grants'),
  createApiKey: audited('POST /organizations/:id/api-keys'),
  rotateApiKey: audited('POST /organizations/:id/api-keys/:keyId/rotate'),
  createWebhook: audited('POST /organizations/:id/webhooks'),
  rotateWebhookSecret: audited('POST /organizations/:id/webhooks/:webhookId/rotate-secret'),
  inviteMember: {
    route: 'POST /organizations/:id/members',
    prepare: async (fixture) => {
      const { owner, id } = fixture;
      const role_id = await asRole(fixture, 'Owner');
      return () =>
        owner.call('POST', `/organizations/${id}/members`, {
          json: { email_address: `${randomUUID()}@example.com`, role_id },
        });
    },
  },
  changeRole: {
    route: 'PATCH /organizations/:id/members/:accountId',
    prepare: async (fixture) => {
      const { server, owner, id } = fixture;
      const { accountId } = await server.member(id, 'Viewer');
      const json = { role_id: await asRole(fixture, 'Owner') };
      return () => owner.call('PATCH', `/organizations/${id}/members/${accountId}`, { json });
    },
  },
  setSignInPolicy: {
    route: 'PUT /organizations/:id/sign-in-policy',
    prepare:
      async ({ owner, id }) =>
      () =>
        owner.call('PUT', `/organizations/${id}/sign-in-policy`, {
          json: { second_factor_from: null, allowed_methods: null, idle_minutes: 60 },
        }),
  },
  saveIdentityProvider: audited('PUT /organizations/:id/identity-provider'),
  removeIdentityProvider: audited('DELETE /organizations/:id/identity-provider'),
  removeDomain: {
    route: 'DELETE /organizations/:id/domains/:domainId',
    prepare: async ({ server, owner, id }) => {
      const [domain] = await server.database.query<{ id: string }>(
        `INSERT INTO organization_domains (organization_id, domain, token, verified_at, verified_by)
         VALUES ($1, $2, 'token', now(), 'dns') RETURNING id`,
        [id, `${id}.example`],
      );
      return () => owner.call('DELETE', `/organizations/${id}/domains/${domain?.id}`);
    },
  },
  updateProvisioning: {
    route: 'PATCH /organizations/:id/provisioning',
    prepare:
      async ({ owner, id }) =>
      () =>
        owner.call('PATCH', `/organizations/${id}/provisioning`, {
          json: { default_role: 'Admin' },
        }),
  },
  updateProvisionedGroup: {
    route: 'PATCH /organizations/:id/provisioning/groups/:groupId',
    prepare: async ({ server, owner, id }) => {
      const [group] = await server.database.query<{ id: string }>(
        `INSERT INTO scim_groups (organization_id, display_name, display_name_key)
         VALUES ($1, 'Heads', 'heads') RETURNING id`,
        [id],
      );
      const path = `/organizations/${id}/provisioning/groups/${group?.id}`;
      return () => owner.call('PATCH', path, { json: { role: 'Admin' } });
    },
  },
  deleteOrganization: audited('DELETE /organizations/:id'),
};
