import type { CreatedPasskey, UsedPasskey } from '@carrel/shared/contract/sign-in';

const passkey = { id: 'aW52ZW50ZWQ', rawId: 'aW52ZW50ZWQ', type: 'public-key' } as const;

/** Passkeys of the right shape that no authenticator has made. */
export const CREATED_PASSKEY: CreatedPasskey = {
  ...passkey,
  response: { clientDataJSON: 'e30', attestationObject: 'oA' },
};

export const USED_PASSKEY: UsedPasskey = {
  ...passkey,
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
};
