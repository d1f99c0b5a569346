import { client, isApiError, queryKeys } from '@carrel/shared/api';
import { factorsSchema } from '@carrel/shared/contract';
import type { Factors } from '@carrel/shared/contract';
import { signInPaths } from '@carrel/shared/paths/sign-in';
import { queryOptions } from '@tanstack/react-query';

/** Returns what the account can sign in with; null from a server that does not tell. */
async function findFactors(): Promise<Factors | null> {
  try {
    return await client.get(signInPaths.factors()).json(factorsSchema);
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}

export const factorsQuery = queryOptions({ queryKey: queryKeys.factors(), queryFn: findFactors });
