import * as v from 'valibot';

import { shownNameSchema } from '../names.ts';
import { idSchema, nameSchema, timestampSchema } from '../text.ts';

/** Passkeys of an account. */
export const PASSKEYS_MAX = 20;

/** For how long a challenge can be used. */
export const CHALLENGE_SECONDS = 300;

/** A passkey of the caller. */
export const passkeySchema = v.object({
  id: idSchema,
  name: shownNameSchema,
  created_at: timestampSchema,
  /** Null for a passkey that was never used. */
  last_used_at: v.nullable(timestampSchema),
  /** `multiDevice` for a passkey that its provider can copy to other devices. */
  device_type: v.picklist(['singleDevice', 'multiDevice']),
  /** Whether it has been copied. */
  backed_up: v.boolean(),
  /** How browsers reach it: `internal`, `hybrid`, `usb` and others. */
  transports: v.array(v.string()),
});

export type Passkey = v.InferOutput<typeof passkeySchema>;

/** The newest first. */
export const passkeyListSchema = v.object({ passkeys: v.array(passkeySchema) });

/** Bytes in base64url. A credential id has at most 1,023 bytes (WebAuthn 3, 5.1). */
const bytes = (most: number) =>
  v.pipe(
    v.string(),
    v.nonEmpty('Must be base64url'),
    v.maxLength(most, 'Too long'),
    v.regex(/^[\w-]+$/, 'Must be base64url'),
  );
const credentialId = bytes(1364);

/** The longest transport that is stored, and how many of a passkey. */
const TRANSPORT_MAX = 32;
const TRANSPORTS_MAX = 8;

const descriptor = v.object({
  id: v.string(),
  type: v.literal('public-key'),
  transports: v.array(v.string()),
});

/** What a browser needs to create a passkey: WebAuthn's `PublicKeyCredentialCreationOptionsJSON`. */
export const passkeyCreationOptionsSchema = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
  timeout: v.number(),
  attestation: v.literal('none'),
  excludeCredentials: v.array(descriptor),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.boolean(),
    userVerification: v.literal('required'),
  }),
  extensions: v.object({ credProps: v.boolean() }),
});

export type PasskeyCreationOptions = v.InferOutput<typeof passkeyCreationOptionsSchema>;

/** What a browser needs to use one: WebAuthn's `PublicKeyCredentialRequestOptionsJSON`. */
export const passkeyRequestOptionsSchema = v.object({
  challenge: v.string(),
  rpId: v.string(),
  allowCredentials: v.array(descriptor),
  timeout: v.number(),
  userVerification: v.literal('required'),
});

export type PasskeyRequestOptions = v.InferOutput<typeof passkeyRequestOptionsSchema>;

/** A new passkey as the browser returns it: WebAuthn's `RegistrationResponseJSON`. */
export const createdPasskeySchema = v.object({
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: bytes(8192),
    attestationObject: bytes(65_536),
    transports: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.regex(/^[\w-]*$/), v.maxLength(TRANSPORT_MAX))),
        v.maxLength(TRANSPORTS_MAX),
      ),
    ),
  }),
});

export type CreatedPasskey = v.InferOutput<typeof createdPasskeySchema>;

/** What a browser proves by a passkey: WebAuthn's `AuthenticationResponseJSON`. */
export const usedPasskeySchema = v.object({
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: bytes(8192),
    authenticatorData: bytes(8192),
    signature: bytes(4096),
    /** The account's id, as bytes. */
    userHandle: v.optional(bytes(128)),
  }),
});

export type UsedPasskey = v.InferOutput<typeof usedPasskeySchema>;

export const addPasskeyInputSchema = v.object({
  name: nameSchema('Name'),
  passkey: createdPasskeySchema,
});

export type AddPasskeyInput = v.InferInput<typeof addPasskeyInputSchema>;

export const renamePasskeyInputSchema = v.object({ name: nameSchema('Name') });

export type RenamePasskeyInput = v.InferOutput<typeof renamePasskeyInputSchema>;

export const usePasskeyInputSchema = v.object({ passkey: usedPasskeySchema });
