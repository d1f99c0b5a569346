import type {
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@carrel/shared/contract/sign-in';

import { readJson, type Visitor } from '../server-fixture.ts';
import type { Misbehavior, SoftwareAuthenticator } from './software-authenticator.ts';

/** The origin of a server with the default settings. */
export const ORIGIN = 'http://localhost:3000';

const LOGIN = '/accounts/login/passkey';
const REAUTHENTICATION = '/accounts/reauthenticate/passkey';

/** Returns what a browser gets to create a passkey. */
export const creationOptionsFor = async (visitor: Visitor): Promise<PasskeyCreationOptions> =>
  readJson(await visitor.call('POST', '/accounts/passkeys/options'));

const requestOptionsFrom = async (visitor: Visitor, path: string): Promise<PasskeyRequestOptions> =>
  readJson(await visitor.call('POST', `${path}/options`));

/** Returns what a browser gets to sign in. */
export const signInOptionsFor = (visitor: Visitor) => requestOptionsFrom(visitor, LOGIN);

export const reauthenticationOptionsFor = (visitor: Visitor) =>
  requestOptionsFrom(visitor, REAUTHENTICATION);

/** Adds a passkey to the account of a visitor. */
export async function addPasskey(
  visitor: Visitor,
  authenticator: SoftwareAuthenticator,
  misbehavior: Parameters<SoftwareAuthenticator['create']>[1] = {},
): Promise<Response> {
  const passkey = authenticator.create(await creationOptionsFor(visitor), misbehavior);
  return visitor.call('POST', '/accounts/passkeys', { json: { name: 'Laptop', passkey } });
}

/** Signs a visitor in. */
export async function signInByPasskey(
  visitor: Visitor,
  authenticator: SoftwareAuthenticator,
  misbehavior: Misbehavior = {},
): Promise<Response> {
  const passkey = authenticator.use(await signInOptionsFor(visitor), misbehavior);
  return visitor.call('POST', LOGIN, { json: { passkey } });
}

/** Authenticates again in the session of a visitor. */
export async function confirmByPasskey(
  visitor: Visitor,
  authenticator: SoftwareAuthenticator,
  misbehavior: Misbehavior = {},
): Promise<Response> {
  const passkey = authenticator.use(await reauthenticationOptionsFor(visitor), misbehavior);
  return visitor.call('POST', REAUTHENTICATION, { json: { passkey } });
}
