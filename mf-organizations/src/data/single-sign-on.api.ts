import { client, queryKeys } from '@carrel/shared/api';
import { organizationProviderSchema, testedProviderSchema } from '@carrel/shared/contract/sign-in';
import type { SaveIdentityProviderInput } from '@carrel/shared/contract/sign-in';
import { signInPaths } from '@carrel/shared/paths/sign-in';
import { queryOptions } from '@tanstack/react-query';

/** The provider of an organization, and what it needs to know. */
export const providerQuery = (organizationId: string) =>
  queryOptions({
    queryKey: queryKeys.identityProvider(organizationId),
    queryFn: () =>
      client.get(signInPaths.identityProvider(organizationId)).json(organizationProviderSchema),
  });

export const saveProvider = (organizationId: string, input: SaveIdentityProviderInput) =>
  client
    .put(signInPaths.identityProvider(organizationId), { json: input })
    .json(organizationProviderSchema);

export const removeProvider = (organizationId: string) =>
  client.delete(signInPaths.identityProvider(organizationId)).done();

export const testProvider = (organizationId: string, issuer: string) =>
  client
    .post(signInPaths.testIdentityProvider(organizationId), { json: { issuer } })
    .json(testedProviderSchema);
