import type { CreatedPasskey, UsedPasskey } from '@carrel/shared/contract/sign-in';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import * as v from 'valibot';

import type { Queryable } from '../../../platform/database/database.ts';
import { malformed } from '../../../platform/http/problems.ts';
import { ALGORITHMS, userHandleOf } from './passkey-options.ts';
import { findPasskey, type NewPasskey } from './passkey-repository.ts';
import type { RelyingParty } from './relying-party.ts';

/** The same for a passkey that is unknown, was removed, or is not the one that signed. */
export const passkeyUnknown = () =>
  malformed('This passkey is not known here. Sign in with your password, or with another passkey.');

const notCreated = () => malformed('The passkey could not be verified. Please try again.');

/** A passkey that signed a challenge. Whether the challenge is this server's is not known yet. */
export interface PasskeyProof {
  passkeyId: string;
  accountId: string;
  challenge: string;
  counter: number;
  backedUp: boolean;
}

/** A passkey that was created for a challenge, which may not be this server's. */
export interface PasskeyCreation {
  challenge: string;
  passkey: Omit<NewPasskey, 'name'>;
}

/** What a browser signs besides. Its other members are verified by the library. */
const clientDataSchema = v.object({
  challenge: v.pipe(v.string(), v.nonEmpty()),
  // A page of another site that shows this one in a frame.
  crossOrigin: v.optional(v.literal(false)),
});

const clientDataOf = (encoded: string) =>
  v.parse(clientDataSchema, JSON.parse(isoBase64URL.toUTF8String(encoded)));

/** @throws {Problem} 400 if it is not a passkey of this relying party, or its user was not verified. */
export async function verifyCreated(
  party: RelyingParty,
  created: CreatedPasskey,
): Promise<PasskeyCreation> {
  try {
    const { challenge } = clientDataOf(created.response.clientDataJSON);
    refuseCertificates(created.response.attestationObject);
    const { transports = [], ...response } = created.response;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...created, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || registrationInfo.credential.id !== created.id) throw notCreated();
    const { credential, credentialDeviceType, credentialBackedUp, aaguid } = registrationInfo;
    return {
      challenge,
      passkey: {
        credentialId: credential.id,
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports,
        deviceType: credentialDeviceType,
        backedUp: credentialBackedUp,
        aaguid,
      },
    };
  } catch {
    throw notCreated();
  }
}

/**
 * No attestation was asked for. Verifying one with certificates could request addresses that they name.
 * @throws {Error} for any but none, and the one that a key signs itself.
 */
function refuseCertificates(attestationObject: string): void {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  const isOwn = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isOwn) throw new Error('An attestation that was not asked for');
}

/**
 * Verifies what a browser proves by a passkey. Its counter and its challenge are still to be checked, in the
 * transaction that relies on them.
 * @throws {Problem} 400 for every passkey that is not accepted.
 */
export async function verifyUsed(
  database: Queryable,
  party: RelyingParty,
  used: UsedPasskey,
): Promise<PasskeyProof> {
  const stored = await findPasskey(database, used.id);
  if (stored === undefined) throw passkeyUnknown();
  const { id, accountId, publicKey } = stored;
  try {
    const { challenge } = clientDataOf(used.response.clientDataJSON);
    const { userHandle = userHandleOf(accountId), ...response } = used.response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...used, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The library would refuse a copy before it has verified the signature.
      credential: { id: used.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    if (!verified || userHandle !== userHandleOf(accountId)) throw passkeyUnknown();
    const { newCounter: counter, credentialBackedUp: backedUp } = authenticationInfo;
    return { passkeyId: id, accountId, challenge, counter, backedUp };
  } catch {
    throw passkeyUnknown();
  }
}
