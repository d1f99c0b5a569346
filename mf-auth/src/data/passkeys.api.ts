import { client } from '@carrel/shared/api/guest';
import { passkeyRequestOptionsSchema, type UsedPasskey } from '@carrel/shared/contract/sign-in';
import { signInPaths } from '@carrel/shared/paths/sign-in';

export const startPasskeySignIn = () =>
  client
    .post(signInPaths.passkeyLoginOptions(), { skipRefresh: true })
    .json(passkeyRequestOptionsSchema);

export const signInByPasskey = (passkey: UsedPasskey) =>
  client.post(signInPaths.passkeyLogin(), { json: { passkey }, skipRefresh: true }).done();
