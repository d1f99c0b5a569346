import { client } from '@carrel/shared/api';
import type { ChangePasswordInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const changePassword = (input: ChangePasswordInput) =>
  client.put(apiPaths.password(), { json: input }).done();
