import { queryKeys } from '@carrel/shared/api';
import { queryOptions } from '@tanstack/react-query';

import { listGrants } from './grants.api.ts';

/** The programs that the user connected, the newest first. */
export const grantsQuery = queryOptions({
  queryKey: queryKeys.grants(),
  queryFn: listGrants,
  select: ({ grants }) => grants,
});
