import { client, messageOf } from '@carrel/shared/api';
import { passkeyRequestOptionsSchema } from '@carrel/shared/contract';
import type { UsedPasskey } from '@carrel/shared/contract';
import {
  endPasskeyRequest,
  PasskeyError,
  requestPasskey,
  requestPasskeyByAutofill,
} from '@carrel/shared/passkeys';
import { apiPaths } from '@carrel/shared/paths';

const getOptions = () =>
  client.post(apiPaths.passkeyLoginOptions()).json(passkeyRequestOptionsSchema);

const send = (passkey: UsedPasskey) =>
  client.post(apiPaths.passkeyLogin(), { json: { passkey } }).done();

/**
 * Signs in by a passkey that the user chooses.
 * @throws {PasskeyError | ApiError} if none was used, or the server refused it.
 */
export async function signInByPasskey(): Promise<void> {
  await send(await requestPasskey(await getOptions()));
}

/**
 * Offers passkeys in the field of the address, and signs in by the one that the user chooses. Returns whether there was
 * one. Nothing is said about a request that found none: the user did not ask for it.
 * @throws {ApiError} if the server refused the passkey.
 */
export async function signInByAutofill(): Promise<boolean> {
  const passkey = await requestPasskeyByAutofill(getOptions).catch(() => undefined);
  if (passkey === undefined) return false;
  await send(passkey);
  return true;
}

/** Returns what to tell the user; undefined where another way to sign in took the place of the request. */
export function failureOf(error: unknown): string | undefined {
  if (!(error instanceof PasskeyError)) {
    return messageOf(error, 'The passkey could not be used. Please try again.');
  }
  return error.failure === 'aborted' ? undefined : error.message;
}

export { endPasskeyRequest };
