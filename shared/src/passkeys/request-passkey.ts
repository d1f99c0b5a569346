import type { PasskeyRequestOptions, UsedPasskey } from '@carrel/shared/contract/sign-in';

import { withFailures, type PasskeyFailure } from './passkey-error.ts';

const MESSAGES: Record<PasskeyFailure, string> = {
  cancelled: 'No passkey was used: the request was cancelled, or there is none on this device.',
  'timed-out': 'No passkey was used: the time ran out. Please try again.',
  aborted: 'No passkey was used: another request took its place.',
  registered: 'The passkey could not be used. Please try again.',
  unsupported: 'This browser cannot use passkeys.',
  'wrong-address':
    'Passkeys do not work at this address. Open the console at its own address, and with HTTPS.',
  failed: 'The passkey could not be used. Please try again.',
};

// Named: the shell would keep it among the modules of its first screen.
const loadLibrary = () => import(/* webpackChunkName: "webauthn" */ '@simplewebauthn/browser');

/**
 * Lets the user choose a passkey and unlock it. Ends a request that waits for autofill.
 * @throws {PasskeyError} if none was used.
 */
export const requestPasskey = (options: PasskeyRequestOptions): Promise<UsedPasskey> =>
  request(options, false);

/**
 * Offers passkeys among what the browser fills into the field with `autocomplete="webauthn"`, and waits until the user
 * chooses one. Undefined in browsers that cannot.
 * @throws {PasskeyError} if none was used, or another request took its place.
 */
export async function requestPasskeyByAutofill(
  getOptions: () => Promise<PasskeyRequestOptions>,
): Promise<UsedPasskey | undefined> {
  const { browserSupportsWebAuthnAutofill } = await loadLibrary();
  if (!(await browserSupportsWebAuthnAutofill())) return undefined;
  return request(await getOptions(), true);
}

/** Ends the request that waits for the user, if there is one. */
export async function endPasskeyRequest(): Promise<void> {
  const { WebAuthnAbortService } = await loadLibrary();
  WebAuthnAbortService.cancelCeremony();
}

function request(options: PasskeyRequestOptions, useBrowserAutofill: boolean) {
  return withFailures(MESSAGES, options.timeout, async (): Promise<UsedPasskey> => {
    const { startAuthentication } = await loadLibrary();
    const used = await startAuthentication({
      optionsJSON: options,
      useBrowserAutofill,
    });
    const { id, rawId, response } = used;
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return {
      id,
      rawId,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData,
        signature,
        ...(userHandle !== undefined && { userHandle }),
      },
    };
  });
}
