import { client } from '@carrel/shared/api';
import { signInPolicySchema } from '@carrel/shared/contract/sign-in';
import type { SignInPolicyInput } from '@carrel/shared/contract/sign-in';
import { signInPaths } from '@carrel/shared/paths/sign-in';

export const getSignInPolicy = (organizationId: string) =>
  client.get(signInPaths.signInPolicy(organizationId)).json(signInPolicySchema);

export const setSignInPolicy = (organizationId: string, input: SignInPolicyInput) =>
  client.put(signInPaths.signInPolicy(organizationId), { json: input }).done();
