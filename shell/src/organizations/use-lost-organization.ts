import { type ApiError, deleteResponses, isApiError, queryKeys } from '@carrel/shared/api';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { logFailure } from '../base/log-failure.ts';

const isRefused = (error: unknown): error is ApiError =>
  isApiError(error) && (error.status === 404 || error.status === 403);

/**
 * Fetches the list of organizations again as soon as the server refuses something of the selected one, which may have
 * been deleted elsewhere; and the user, as the organization may ask for more than the session has.
 */
export function useLostOrganization(
  organizationId: string | null,
  reloadUser: () => Promise<unknown>,
): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (organizationId === null) return undefined;
    const check = (error: unknown) => {
      if (!isRefused(error)) return;
      void queryClient.invalidateQueries({ queryKey: queryKeys.organizations() });
      if (error.status !== 403) return;
      // One that was kept is from before the refusal.
      deleteResponses();
      reloadUser().catch((failure: unknown) => logFailure('The user could not be loaded', failure));
    };
    const stopReads = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      const [scope, id] = event.query.queryKey;
      if (scope === 'organization' && id === organizationId) check(event.action.error);
    });
    const stopWrites = queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') check(event.action.error);
    });
    return () => {
      stopReads();
      stopWrites();
    };
  }, [queryClient, organizationId, reloadUser]);
}
