import { isApiError, queryKeys } from '@carrel/shared/api';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const isRefused = (error: unknown): boolean =>
  isApiError(error) && (error.status === 404 || error.status === 403);

/**
 * Fetches the list of organizations again as soon as the server refuses something of the selected one, which may have
 * been deleted elsewhere.
 */
export function useLostOrganization(organizationId: string | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (organizationId === null) return undefined;
    const check = () => void queryClient.invalidateQueries({ queryKey: queryKeys.organizations() });
    const stopReads = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      const [scope, id] = event.query.queryKey;
      if (scope === 'organization' && id === organizationId && isRefused(event.action.error))
        check();
    });
    const stopWrites = queryClient.getMutationCache().subscribe((event) => {
      if (
        event.type === 'updated' &&
        event.action.type === 'error' &&
        isRefused(event.action.error)
      )
        check();
    });
    return () => {
      stopReads();
      stopWrites();
    };
  }, [queryClient, organizationId]);
}
