import type { StartedTotp } from '@carrel/shared/contract/sign-in';

import { codeOf, enrolApp, enterCode, enterPassword } from '../sign-in/second-step.ts';
import { PASSWORD, readJson, type Visitor } from '../server-fixture.ts';
import { lastToken, type AuditedAction, type AuditFixture } from './audit-fixture.ts';

/** Returns a browser in which the owner has entered the password, and has an app. */
async function waiting({ server, owner }: AuditFixture) {
  const app = await enrolApp(server, owner);
  const visitor = server.visitor();
  await enterPassword(visitor, owner.address);
  return { app, visitor };
}

const requestRecovery = (visitor: Visitor) => visitor.call('POST', '/accounts/login/recovery');

/** Actions of an account on its second step. */
export const SECOND_STEP_ACTIONS: Record<string, AuditedAction> = {
  'POST /accounts/totp': {
    action: 'account.totp_enrolment_started',
    personal: true,
    prepare:
      async ({ owner }) =>
      () =>
        owner.call('POST', '/accounts/totp'),
  },
  'PUT /accounts/totp': {
    action: 'account.totp_enabled',
    personal: true,
    prepare: async ({ owner }) => {
      const started = await readJson<StartedTotp>(await owner.call('POST', '/accounts/totp'));
      return () => owner.call('PUT', '/accounts/totp', { json: { code: codeOf(started) } });
    },
  },
  'DELETE /accounts/totp': {
    action: 'account.totp_disabled',
    personal: true,
    prepare: async ({ server, owner }) => {
      await enrolApp(server, owner);
      return () => owner.call('DELETE', '/accounts/totp');
    },
  },
  'POST /accounts/recovery-codes': {
    action: 'account.recovery_codes_created',
    personal: true,
    prepare: async ({ server, owner }) => {
      await enrolApp(server, owner);
      return () => owner.call('POST', '/accounts/recovery-codes');
    },
  },
  'DELETE /accounts/trusted-browsers': {
    action: 'account.trusted_browsers_forgotten',
    personal: true,
    prepare:
      async ({ owner }) =>
      () =>
        owner.call('DELETE', '/accounts/trusted-browsers'),
  },
  'POST /accounts/login/second-step': {
    action: 'session.opened',
    personal: true,
    prepare: async (fixture) => {
      const { app, visitor } = await waiting(fixture);
      return () => enterCode(visitor, { code: codeOf(app) }, {});
    },
  },
  'POST /accounts/login/recovery': {
    action: 'account.recovery_requested',
    personal: true,
    prepare: async (fixture) => {
      const { visitor } = await waiting(fixture);
      return () => requestRecovery(visitor);
    },
  },
  'POST /accounts/login/recovery/stop': {
    action: 'account.recovery_stopped',
    personal: true,
    prepare: async (fixture) => {
      const { visitor } = await waiting(fixture);
      await requestRecovery(visitor);
      const json = { token: await lastToken(fixture) };
      return () => visitor.call('POST', '/accounts/login/recovery/stop', { json });
    },
  },
  'POST /accounts/login/recovery/complete': {
    action: 'account.recovery_completed',
    also: ['session.opened'],
    personal: true,
    prepare: async (fixture) => {
      const { visitor } = await waiting(fixture);
      await requestRecovery(visitor);
      await fixture.server.mails();
      await fixture.server.database.query('UPDATE account_recoveries SET due_at = now()');
      await fixture.server.database.query('UPDATE outbox SET due_at = now() WHERE sent_at IS NULL');
      const json = { token: await lastToken(fixture), password: PASSWORD };
      return () => visitor.call('POST', '/accounts/login/recovery/complete', { json });
    },
  },
};
