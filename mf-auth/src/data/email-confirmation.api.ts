import { client } from '@carrel/shared/api/guest';
import type { ConfirmEmailInput, EmailAddressInput } from '@carrel/shared/contract/guest';
import { guestApiPaths } from '@carrel/shared/paths/guest';

export const confirmEmail = (input: ConfirmEmailInput) =>
  client.put(guestApiPaths.confirmEmail(), { json: input, skipRefresh: true }).done();

export const requestConfirmation = (input: EmailAddressInput) =>
  client.post(guestApiPaths.confirmEmail(), { json: input, skipRefresh: true }).done();
