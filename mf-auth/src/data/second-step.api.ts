import { client } from '@carrel/shared/api/guest';
import {
  accountRecoverySchema,
  secondStepResultSchema,
  type SecondStepInput,
} from '@carrel/shared/contract/sign-in';
import { signInPaths } from '@carrel/shared/paths/sign-in';

// A 401 says that the password must be entered again. There is no session that it could end.
const GUEST = { skipRefresh: true, quiet: true };

export const completeSignIn = (input: SecondStepInput) =>
  client.post(signInPaths.secondStep(), { json: input, ...GUEST }).json(secondStepResultSchema);

/** Returns when the link is sent. */
export const requestRecovery = () =>
  client.post(signInPaths.accountRecovery(), GUEST).json(accountRecoverySchema);
