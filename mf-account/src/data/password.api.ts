import { client } from '@carrel/shared/api';
import type { ChangePasswordInput } from '@carrel/shared/contract';
import { signInPaths } from '@carrel/shared/paths/sign-in';

export const changePassword = (input: ChangePasswordInput) =>
  client.put(signInPaths.password(), { json: input }).done();
