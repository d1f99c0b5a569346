import { client, isApiError, queryKeys } from '@carrel/shared/api';
import { askAvailabilitySchema, type AskAvailability } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { queryOptions } from '@tanstack/react-query';

/** Whether the server answers questions. Servers without the call return 404. */
export const askAvailabilityQuery = (organizationId: string) =>
  queryOptions({
    queryKey: queryKeys.askAvailability(organizationId),
    queryFn: async (): Promise<AskAvailability> => {
      try {
        return await client
          .get(apiPaths.askAvailability(), { organizationId })
          .json(askAvailabilitySchema);
      } catch (error) {
        if (isApiError(error) && error.status === 404) return { available: false };
        throw error;
      }
    },
    retry: false,
    // A setting of the server: it changes when the server restarts.
    staleTime: Infinity,
  });
