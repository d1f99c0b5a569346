import { client } from '@carrel/shared/api';
import { apiPaths } from '@carrel/shared/paths';

export const deleteAccount = (accountId: string) =>
  client.delete(apiPaths.account(accountId)).done();
