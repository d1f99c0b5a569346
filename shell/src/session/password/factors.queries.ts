import { client, queryKeys } from '@carrel/shared/api';
import { factorsSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { queryOptions } from '@tanstack/react-query';

/** What the user can authenticate again with. */
export const factorsQuery = queryOptions({
  queryKey: queryKeys.factors(),
  queryFn: () => client.get(apiPaths.factors()).json(factorsSchema),
  retry: false,
});
