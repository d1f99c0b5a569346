import { client } from '@carrel/shared/api';
import { signInPolicySchema } from '@carrel/shared/contract';
import type { SignInPolicyInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const getSignInPolicy = (organizationId: string) =>
  client.get(apiPaths.signInPolicy(organizationId)).json(signInPolicySchema);

export const setSignInPolicy = (organizationId: string, input: SignInPolicyInput) =>
  client.put(apiPaths.signInPolicy(organizationId), { json: input }).done();
