import { client } from '@carrel/shared/api';
import { emptySchema, type CompleteRecoveryInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const completeRecovery = (input: CompleteRecoveryInput) =>
  client.post(apiPaths.completeRecovery(), { json: input, skipRefresh: true }).json(emptySchema);

export const stopRecovery = (token: string) =>
  client.post(apiPaths.stopRecovery(), { json: { token }, skipRefresh: true }).done();
