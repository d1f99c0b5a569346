import { client } from '@carrel/shared/api/guest';
import { signInResultSchema, type LoginInput } from '@carrel/shared/contract/guest';
import { apiPaths } from '@carrel/shared/paths';

export const signIn = (input: LoginInput) =>
  client.post(apiPaths.login(), { json: input }).json(signInResultSchema);
