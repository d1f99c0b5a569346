import { client } from '@carrel/shared/api';
import {
  recoveryCodesSchema,
  secondStepSchema,
  startedTotpSchema,
  type TotpCodeInput,
} from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const getSecondStep = () => client.get(apiPaths.totp()).json(secondStepSchema);

export const startTotp = () => client.post(apiPaths.totp()).json(startedTotpSchema);

export const confirmTotp = (input: TotpCodeInput) =>
  client.put(apiPaths.totp(), { json: input }).json(recoveryCodesSchema);

export const removeTotp = () => client.delete(apiPaths.totp()).done();

export const createRecoveryCodes = () =>
  client.post(apiPaths.recoveryCodes()).json(recoveryCodesSchema);

export const forgetTrustedBrowsers = () => client.delete(apiPaths.trustedBrowsers()).done();
