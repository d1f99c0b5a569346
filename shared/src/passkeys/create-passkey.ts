import type { CreatedPasskey, PasskeyCreationOptions } from '@carrel/shared/contract/sign-in';

import { withFailures, type PasskeyFailure } from './passkey-error.ts';

const MESSAGES: Record<PasskeyFailure, string> = {
  cancelled: 'No passkey was added: the request was cancelled.',
  'timed-out': 'No passkey was added: the time ran out. Please try again.',
  aborted: 'No passkey was added: another request took its place.',
  registered: 'This device already has a passkey of your account. Nothing was added.',
  unsupported:
    'This device cannot make a passkey. It needs a fingerprint, a face or a PIN to unlock it. Try another device.',
  'wrong-address':
    'Passkeys do not work at this address. Open the console at its own address, and with HTTPS.',
  failed: 'The passkey could not be made. Please try again.',
};

/**
 * Lets the browser make a passkey, for which it asks the user.
 * @throws {PasskeyError} if there is none then.
 */
export function createPasskey(options: PasskeyCreationOptions): Promise<CreatedPasskey> {
  return withFailures(MESSAGES, options.timeout, async () => {
    const { startRegistration } = await import(
      /* webpackChunkName: "webauthn" */ '@simplewebauthn/browser'
    );
    const created = await startRegistration({ optionsJSON: options });
    const { id, rawId, response } = created;
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return {
      id,
      rawId,
      type: 'public-key',
      response: { clientDataJSON, attestationObject, transports },
    };
  });
}
