import { client } from '@carrel/shared/api/guest';
import type { RegisterInput } from '@carrel/shared/contract/guest';
import { apiPaths } from '@carrel/shared/paths';

export const registerAccount = (input: RegisterInput) =>
  client.post(apiPaths.register(), { json: input }).done();
