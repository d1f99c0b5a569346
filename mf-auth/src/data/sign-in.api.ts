import { client } from '@carrel/shared/api/guest';
import { signInResultSchema, type LoginInput } from '@carrel/shared/contract/guest';
import { guestApiPaths } from '@carrel/shared/paths/guest';

export const signIn = (input: LoginInput) =>
  client.post(guestApiPaths.login(), { json: input }).json(signInResultSchema);
