import { client } from '@carrel/shared/api/guest';
import { emptySchema } from '@carrel/shared/contract/guest';
import { type CompleteRecoveryInput } from '@carrel/shared/contract/sign-in';
import { signInPaths } from '@carrel/shared/paths/sign-in';

export const completeRecovery = (input: CompleteRecoveryInput) =>
  client.post(signInPaths.completeRecovery(), { json: input, skipRefresh: true }).json(emptySchema);

export const stopRecovery = (token: string) =>
  client.post(signInPaths.stopRecovery(), { json: { token }, skipRefresh: true }).done();
