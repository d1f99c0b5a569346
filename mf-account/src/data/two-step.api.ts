import { client } from '@carrel/shared/api';
import {
  createdRecoveryCodesSchema,
  secondStepSchema,
  startedTotpSchema,
  type TotpCodeInput,
} from '@carrel/shared/contract/sign-in';
import { signInPaths } from '@carrel/shared/paths/sign-in';

export const getSecondStep = () => client.get(signInPaths.totp()).json(secondStepSchema);

export const startTotp = () => client.post(signInPaths.totp()).json(startedTotpSchema);

export const confirmTotp = (input: TotpCodeInput) =>
  client.put(signInPaths.totp(), { json: input }).json(createdRecoveryCodesSchema);

export const removeTotp = () => client.delete(signInPaths.totp()).done();

export const createRecoveryCodes = () =>
  client.post(signInPaths.recoveryCodes()).json(createdRecoveryCodesSchema);

export const forgetTrustedBrowsers = () => client.delete(signInPaths.trustedBrowsers()).done();
