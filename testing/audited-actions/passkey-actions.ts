import { type Visitor } from '../server-fixture.ts';
import {
  addPasskey,
  creationOptionsFor,
  ORIGIN,
  reauthenticationOptionsFor,
  signInOptionsFor,
} from '../webauthn/passkey-calls.ts';
import { SoftwareAuthenticator } from '../webauthn/software-authenticator.ts';
import { createdId, type AuditedAction } from './audit-fixture.ts';

const withPasskey = async (visitor: Visitor) => {
  const authenticator = new SoftwareAuthenticator(ORIGIN);
  return { authenticator, id: await createdId(addPasskey(visitor, authenticator)) };
};

/** What an account does with its passkeys. */
export const PASSKEY_ACTIONS: Record<string, AuditedAction> = {
  'POST /accounts/passkeys': {
    action: 'passkey.added',
    personal: true,
    prepare: async ({ owner }) => {
      const passkey = new SoftwareAuthenticator(ORIGIN).create(await creationOptionsFor(owner));
      return () => owner.call('POST', '/accounts/passkeys', { json: { name: 'Laptop', passkey } });
    },
  },
  'PATCH /accounts/passkeys/:id': {
    action: 'passkey.renamed',
    personal: true,
    prepare: async ({ owner }) => {
      const { id } = await withPasskey(owner);
      return () => owner.call('PATCH', `/accounts/passkeys/${id}`, { json: { name: 'Key' } });
    },
  },
  'DELETE /accounts/passkeys/:id': {
    action: 'passkey.removed',
    personal: true,
    prepare: async ({ owner }) => {
      const { id } = await withPasskey(owner);
      return () => owner.call('DELETE', `/accounts/passkeys/${id}`);
    },
  },
  'POST /accounts/login/passkey': {
    action: 'session.opened',
    personal: true,
    prepare: async ({ server, owner }) => {
      const { authenticator } = await withPasskey(owner);
      const visitor = server.visitor();
      const passkey = authenticator.use(await signInOptionsFor(visitor));
      return () => visitor.call('POST', '/accounts/login/passkey', { json: { passkey } });
    },
  },
  'POST /accounts/reauthenticate/passkey': {
    action: 'session.passkey_confirmed',
    personal: true,
    prepare: async ({ owner }) => {
      const { authenticator } = await withPasskey(owner);
      const passkey = authenticator.use(await reauthenticationOptionsFor(owner));
      return () => owner.call('POST', '/accounts/reauthenticate/passkey', { json: { passkey } });
    },
  },
};
