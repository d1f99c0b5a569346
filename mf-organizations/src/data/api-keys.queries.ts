import { queryKeys } from '@carrel/shared/api';
import { queryOptions } from '@tanstack/react-query';

import { listApiKeys } from './api-keys.api.ts';

/** The API keys of an organization. */
export const apiKeysQuery = (organizationId: string) =>
  queryOptions({
    queryKey: queryKeys.apiKeys(organizationId),
    queryFn: () => listApiKeys(organizationId),
  });
