import { client } from '@carrel/shared/api';
import { createdSchema } from '@carrel/shared/contract';
import {
  passkeyCreationOptionsSchema,
  passkeyListSchema,
  type CreatedPasskey,
} from '@carrel/shared/contract/sign-in';
import { signInPaths } from '@carrel/shared/paths/sign-in';

export const listPasskeys = () => client.get(signInPaths.passkeys()).json(passkeyListSchema);

export const startPasskey = () =>
  client.post(signInPaths.passkeyOptions()).json(passkeyCreationOptionsSchema);

export const addPasskey = (name: string, passkey: CreatedPasskey) =>
  client.post(signInPaths.passkeys(), { json: { name, passkey } }).json(createdSchema);

export const renamePasskey = (passkeyId: string, name: string) =>
  client.patch(signInPaths.passkey(passkeyId), { json: { name } }).done();

export const removePasskey = (passkeyId: string) =>
  client.delete(signInPaths.passkey(passkeyId)).done();
