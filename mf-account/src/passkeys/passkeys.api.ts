import { client } from '@carrel/shared/api';
import {
  createdSchema,
  passkeyCreationOptionsSchema,
  passkeyListSchema,
  type CreatedPasskey,
} from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const listPasskeys = () => client.get(apiPaths.passkeys()).json(passkeyListSchema);

export const startPasskey = () =>
  client.post(apiPaths.passkeyOptions()).json(passkeyCreationOptionsSchema);

export const addPasskey = (name: string, passkey: CreatedPasskey) =>
  client.post(apiPaths.passkeys(), { json: { name, passkey } }).json(createdSchema);

export const renamePasskey = (passkeyId: string, name: string) =>
  client.patch(apiPaths.passkey(passkeyId), { json: { name } }).done();

export const removePasskey = (passkeyId: string) =>
  client.delete(apiPaths.passkey(passkeyId)).done();
