import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

import type {
  CreatedPasskey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  UsedPasskey,
} from '@carrel/shared/contract/sign-in';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What an authenticator, or the browser before it, does differently from what it should. */
export interface Misbehavior {
  origin?: string;
  relyingPartyId?: string;
  /** The user is present, but neither fingerprint nor PIN was asked for. */
  unverified?: boolean;
  /** The counter that is sent. */
  counter?: number;
  /** The page was in a frame of another site. */
  crossOrigin?: boolean;
  /** An attestation statement in place of none. */
  attestation?: { format: string; statement: Cbor };
}

type Cbor = Parameters<typeof isoCBOR.encode>[0];

type Algorithm = 'ES256' | 'EdDSA' | 'RS256';

interface Key {
  id: Buffer;
  privateKey: KeyObject;
  publicKey: KeyObject;
  algorithm: Algorithm;
  userHandle: string;
  relyingPartyId: string;
  counter: number;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_KEY = 0x40;

const NO_ATTESTATION = { format: 'none', statement: new Map<string, Cbor>() };

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

/** An authenticator of WebAuthn without hardware, with the browser in front of it. Its keys are discoverable. */
export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly #isSynced: boolean;
  readonly #keys: Key[] = [];

  constructor(origin: string, { isSynced = false } = {}) {
    this.#origin = origin;
    this.#isSynced = isSynced;
  }

  /** Creates a passkey as `navigator.credentials.create` does. */
  create(
    { challenge, rp, user }: PasskeyCreationOptions,
    { algorithm = 'ES256', ...misbehavior }: Misbehavior & { algorithm?: Algorithm } = {},
  ): CreatedPasskey {
    const key: Key = {
      ...generateKeys(algorithm),
      id: randomBytes(16),
      algorithm,
      userHandle: user.id,
      relyingPartyId: rp.id,
      counter: 0,
    };
    this.#keys.push(key);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(key.id.length);
    const authenticatorData = Buffer.concat([
      this.#authenticatorData(key, HAS_KEY, misbehavior),
      Buffer.alloc(16),
      size,
      key.id,
      isoCBOR.encode(coseKey(key)),
    ]);
    const { format, statement } = misbehavior.attestation ?? NO_ATTESTATION;
    const attestationObject = isoCBOR.encode(
      new Map<string, Cbor>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', new Uint8Array(authenticatorData)],
      ]),
    );
    const id = key.id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, misbehavior),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Signs as `navigator.credentials.get` does, by the newest passkey that is asked for. */
  use(
    { challenge, rpId, allowCredentials }: PasskeyRequestOptions,
    misbehavior: Misbehavior = {},
  ): UsedPasskey {
    const allowed = new Set(allowCredentials.map(({ id }) => id));
    const key = this.#keys.findLast(
      ({ id, relyingPartyId }) =>
        relyingPartyId === rpId && (allowed.size === 0 || allowed.has(id.toString('base64url'))),
    );
    if (key === undefined) throw new Error('This authenticator has no such passkey');
    if (!this.#isSynced) key.counter += 1;
    const authenticatorData = this.#authenticatorData(key, 0, misbehavior);
    const clientDataJSON = this.#clientData('webauthn.get', challenge, misbehavior);
    const signed = Buffer.concat([
      authenticatorData,
      sha256(Buffer.from(clientDataJSON, 'base64url')),
    ]);
    const digest = key.algorithm === 'EdDSA' ? undefined : 'sha256';
    const id = key.id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign(digest, signed, key.privateKey).toString('base64url'),
        userHandle: key.userHandle,
      },
    };
  }

  #authenticatorData(key: Key, flags: number, misbehavior: Misbehavior): Buffer {
    const verified = misbehavior.unverified === true ? 0 : USER_VERIFIED;
    const synced = this.#isSynced ? BACKUP_ELIGIBLE | BACKED_UP : 0;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(misbehavior.counter ?? key.counter);
    return Buffer.concat([
      sha256(misbehavior.relyingPartyId ?? key.relyingPartyId),
      Buffer.from([USER_PRESENT | verified | synced | flags]),
      counter,
    ]);
  }

  #clientData(type: string, challenge: string, misbehavior: Misbehavior): string {
    const { origin = this.#origin, crossOrigin = false } = misbehavior;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin })).toString(
      'base64url',
    );
  }
}

function generateKeys(algorithm: Algorithm): { privateKey: KeyObject; publicKey: KeyObject } {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  return generateKeyPairSync('ed25519');
}

/** Returns the public key in COSE's format (RFC 9053). */
function coseKey({ publicKey, algorithm }: Key): Map<number, number | Uint8Array> {
  const jwk = publicKey.export({ format: 'jwk' });
  const part = (name: 'x' | 'y' | 'n' | 'e') =>
    new Uint8Array(Buffer.from(jwk[name] ?? '', 'base64url'));
  if (algorithm === 'ES256') {
    return new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, part('x')],
      [-3, part('y')],
    ]);
  }
  if (algorithm === 'RS256') {
    return new Map<number, number | Uint8Array>([
      [1, 3],
      [3, -257],
      [-1, part('n')],
      [-2, part('e')],
    ]);
  }
  return new Map<number, number | Uint8Array>([
    [1, 1],
    [3, -8],
    [-1, 6],
    [-2, part('x')],
  ]);
}
