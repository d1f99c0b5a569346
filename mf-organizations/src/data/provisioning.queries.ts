import { queryKeys } from '@carrel/shared/api';
import { queryOptions } from '@tanstack/react-query';

import { readProvisioning } from './provisioning.api.ts';

/** What the directory of an organization has sent. */
export const provisioningQuery = (organizationId: string) =>
  queryOptions({
    queryKey: queryKeys.provisioning(organizationId),
    queryFn: () => readProvisioning(organizationId),
  });
