import { client } from '@carrel/shared/api/guest';
import type { ConfirmEmailInput } from '@carrel/shared/contract/guest';
import { apiPaths } from '@carrel/shared/paths';

export const confirmEmail = (input: ConfirmEmailInput) =>
  client.put(apiPaths.confirmEmail(), { json: input, skipRefresh: true }).done();
