import { client } from '@carrel/shared/api/guest';
import type { EmailAddressInput, ResetPasswordInput } from '@carrel/shared/contract/guest';
import { apiPaths } from '@carrel/shared/paths';

export const requestPasswordReset = (input: EmailAddressInput) =>
  client.post(apiPaths.resetPassword(), { json: input }).done();

export const resetPassword = (input: ResetPasswordInput) =>
  client.put(apiPaths.resetPassword(), { json: input, skipRefresh: true }).done();
