import { client } from '@carrel/shared/api/guest';
import type { EmailAddressInput, ResetPasswordInput } from '@carrel/shared/contract/guest';
import { guestApiPaths } from '@carrel/shared/paths/guest';

export const requestPasswordReset = (input: EmailAddressInput) =>
  client.post(guestApiPaths.resetPassword(), { json: input }).done();

export const resetPassword = (input: ResetPasswordInput) =>
  client.put(guestApiPaths.resetPassword(), { json: input, skipRefresh: true }).done();
