import { client } from '@carrel/shared/api';
import { passkeyRequestOptionsSchema, type UsedPasskey } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const startPasskeySignIn = () =>
  client
    .post(apiPaths.passkeyLoginOptions(), { skipRefresh: true })
    .json(passkeyRequestOptionsSchema);

export const signInByPasskey = (passkey: UsedPasskey) =>
  client.post(apiPaths.passkeyLogin(), { json: { passkey }, skipRefresh: true }).done();
