import { client } from '@carrel/shared/api/guest';
import type { RegisterInput } from '@carrel/shared/contract/guest';
import { guestApiPaths } from '@carrel/shared/paths/guest';

export const registerAccount = (input: RegisterInput) =>
  client.post(guestApiPaths.register(), { json: input }).done();
