import { randomUUID } from 'node:crypto';

import type { RequestedApproval } from '@carrel/shared/contract';

import { PASSWORD, readJson, type ServerFixture, type Visitor } from '../server-fixture.ts';
import { mailedCodeOf } from '../reauthentication/mailed-code.ts';
import { lastToken, createdId, type AuditedAction, type AuditFixture } from './audit-fixture.ts';

const login = (visitor: Visitor, address: string) =>
  visitor.call('POST', '/accounts/login', { json: { email_address: address, password: PASSWORD } });

const requestApproval = (server: ServerFixture) =>
  server.visitor().call('POST', '/accounts/approvals', { json: { client_name: 'ada-laptop' } });

const removePassword = ({ server, owner }: AuditFixture) =>
  server.database.query('UPDATE accounts SET password_hash = NULL WHERE id = $1', [
    owner.accountId,
  ]);

/** Actions of an account on itself. */
export const ACCOUNT_ACTIONS: Record<string, AuditedAction> = {
  'POST /accounts/register': {
    action: 'account.registered',
    personal: true,
    prepare:
      async ({ server }) =>
      () =>
        server.visitor().call('POST', '/accounts/register', {
          json: {
            first_name: 'New',
            last_name: 'Comer',
            email_address: `${randomUUID()}@example.com`,
            password: PASSWORD,
          },
        }),
  },
  'POST /accounts/login': {
    action: 'session.opened',
    personal: true,
    prepare:
      async ({ server, owner }) =>
      () =>
        login(server.visitor(), owner.address),
  },
  'PUT /accounts/password': {
    action: 'account.password_changed',
    personal: true,
    prepare:
      async ({ owner }) =>
      () =>
        owner.call('PUT', '/accounts/password', {
          json: { current_password: PASSWORD, new_password: 'a brand new password' },
        }),
  },
  'POST /accounts/approvals': {
    action: 'approval.requested',
    personal: true,
    prepare:
      async ({ server }) =>
      () =>
        requestApproval(server),
  },
  'PUT /accounts/approvals': {
    action: 'approval.granted',
    personal: true,
    prepare: async ({ server, owner }) => {
      const { user_code } = await readJson<RequestedApproval>(await requestApproval(server));
      const json = { user_code, approved: true };
      return () => owner.call('PUT', '/accounts/approvals', { json });
    },
  },
  'POST /accounts/approvals/token': {
    action: 'session.opened',
    personal: true,
    prepare: async ({ server, owner }) => {
      const asked = await readJson<RequestedApproval>(await requestApproval(server));
      const { user_code, device_code } = asked;
      await owner.call('PUT', '/accounts/approvals', { json: { user_code, approved: true } });
      return () =>
        server.visitor().call('POST', '/accounts/approvals/token', { json: { device_code } });
    },
  },
  'PUT /accounts/sessions': {
    action: 'session.renewed',
    personal: true,
    prepare:
      async ({ owner }) =>
      () =>
        owner.call('PUT', '/accounts/sessions'),
  },
  'POST /accounts/logout': {
    action: 'session.closed',
    personal: true,
    prepare:
      async ({ owner }) =>
      () =>
        owner.call('POST', '/accounts/logout'),
  },
  'POST /accounts/reauthenticate': {
    action: 'session.password_confirmed',
    personal: true,
    prepare:
      async ({ owner }) =>
      () =>
        owner.call('POST', '/accounts/reauthenticate', { json: { password: PASSWORD } }),
  },
  'POST /accounts/reauthenticate/mail': {
    action: 'session.code_mailed',
    personal: true,
    prepare: async (fixture) => {
      await removePassword(fixture);
      return () => fixture.owner.call('POST', '/accounts/reauthenticate/mail');
    },
  },
  'PUT /accounts/reauthenticate/mail': {
    action: 'session.mail_confirmed',
    personal: true,
    prepare: async (fixture) => {
      const { server, owner } = fixture;
      await removePassword(fixture);
      await owner.call('POST', '/accounts/reauthenticate/mail');
      const code = mailedCodeOf(await server.mails());
      return () => owner.call('PUT', '/accounts/reauthenticate/mail', { json: { code } });
    },
  },
  'DELETE /accounts/sessions': {
    action: 'session.others_revoked',
    personal: true,
    prepare:
      async ({ owner }) =>
      () =>
        owner.call('DELETE', '/accounts/sessions'),
  },
  'DELETE /accounts/sessions/:id': {
    action: 'session.revoked',
    personal: true,
    prepare: async ({ server, owner }) => {
      await login(server.visitor(), owner.address);
      const { sessions } = await readJson<{ sessions: { id: string; active: boolean }[] }>(
        await owner.call('GET', '/accounts/sessions'),
      );
      const other = sessions.find(({ active }) => !active)?.id ?? '';
      return () => owner.call('DELETE', `/accounts/sessions/${other}`);
    },
  },
  'POST /accounts/reset-password': {
    action: 'account.password_reset_requested',
    personal: true,
    prepare:
      async ({ server, owner }) =>
      () =>
        server.visitor().call('POST', '/accounts/reset-password', {
          json: { email_address: owner.address },
        }),
  },
  'PUT /accounts/reset-password': {
    action: 'account.password_reset',
    personal: true,
    prepare: async (fixture) => {
      const { server, owner } = fixture;
      await owner.call('POST', '/accounts/reset-password', {
        json: { email_address: owner.address },
      });
      const json = { token: await lastToken(fixture), new_password: PASSWORD };
      return () => server.visitor().call('PUT', '/accounts/reset-password', { json });
    },
  },
  'POST /accounts/emails': {
    action: 'email.added',
    personal: true,
    prepare:
      async ({ owner }) =>
      () =>
        owner.call('POST', '/accounts/emails', { json: { email_address: 'second@example.com' } }),
  },
  'DELETE /accounts/emails/:id': {
    action: 'email.removed',
    personal: true,
    prepare: async ({ owner }) => {
      const json = { email_address: 'second@example.com' };
      const emailId = await createdId(owner.call('POST', '/accounts/emails', { json }));
      return () => owner.call('DELETE', `/accounts/emails/${emailId}`);
    },
  },
  'POST /accounts/confirm-email': {
    action: 'email.confirmation_requested',
    personal: true,
    prepare:
      async ({ server }) =>
      () =>
        server.visitor().call('POST', '/accounts/confirm-email', {
          json: { email_address: `${randomUUID()}@example.com` },
        }),
  },
  'PUT /accounts/confirm-email': {
    action: 'email.confirmed',
    personal: true,
    prepare: async (fixture) => {
      const { server, owner } = fixture;
      const json = { email_address: `${randomUUID()}@example.com` };
      await owner.call('POST', '/accounts/emails', { json });
      const token = await lastToken(fixture);
      return () => server.visitor().call('PUT', '/accounts/confirm-email', { json: { token } });
    },
  },
  'DELETE /accounts/:id': {
    action: 'account.deleted',
    personal: true,
    prepare: async ({ server }) => {
      const person = await server.person();
      return () => person.call('DELETE', `/accounts/${person.accountId}`);
    },
  },
};
