import { queryKeys } from '@carrel/shared/api';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { listPasskeys } from './passkeys.api.ts';

/** The user's passkeys, the newest first. */
export const passkeysQuery = queryOptions({
  queryKey: queryKeys.passkeys(),
  queryFn: listPasskeys,
  select: ({ passkeys }) => passkeys,
});

/** Returns a function that reads the passkeys again, and what the account can authenticate with. */
export function useReloadPasskeys(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.passkeys() }),
      queryClient.invalidateQueries({ queryKey: queryKeys.factors() }),
    ]);
}
