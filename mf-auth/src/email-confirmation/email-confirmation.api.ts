import { client } from '@carrel/shared/api';
import type { ConfirmEmailInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const confirmEmail = (input: ConfirmEmailInput) =>
  client.put(apiPaths.confirmEmail(), { json: input, skipRefresh: true }).done();
