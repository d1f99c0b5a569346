import {
  CHALLENGE_SECONDS,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
} from '@carrel/shared/contract/sign-in';

import type { RelyingParty } from './relying-party.ts';

/** COSE's numbers of ES256, EdDSA and RS256, in order of preference. */
export const ALGORITHMS = [-7, -8, -257];

const timeout = CHALLENGE_SECONDS * 1000;

/** A passkey as browsers are told about it. */
export interface Descriptor {
  id: string;
  transports: string[];
}

/** Who adds a passkey. */
export interface PasskeyUser {
  id: string;
  address: string;
  name: string;
}

const described = ({ id, transports }: Descriptor) => ({
  id,
  type: 'public-key' as const,
  transports,
});

/** Returns the bytes that a passkey stores for an account, which it returns at each use. */
export const userHandleOf = (accountId: string): string =>
  Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('base64url');

/** Returns what a browser needs to make a passkey, on none of the devices that have one of the account. */
export function creationOptions(
  { id, name }: RelyingParty,
  challenge: string,
  user: PasskeyUser,
  existing: readonly Descriptor[],
): PasskeyCreationOptions {
  return {
    challenge,
    rp: { id, name },
    user: { id: userHandleOf(user.id), name: user.address, displayName: user.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout,
    attestation: 'none',
    excludeCredentials: existing.map(described),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    extensions: { credProps: true },
  };
}

/** Returns what a browser needs to use a passkey: one of `allowed`, or any that it has for this server. */
export function requestOptions(
  { id }: RelyingParty,
  challenge: string,
  allowed: readonly Descriptor[] = [],
): PasskeyRequestOptions {
  return {
    challenge,
    rpId: id,
    allowCredentials: allowed.map(described),
    timeout,
    userVerification: 'required',
  };
}
