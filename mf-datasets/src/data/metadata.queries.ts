import { queryKeys } from '@carrel/shared/api';
import { queryOptions } from '@tanstack/react-query';

import { listMetadataKeys } from './metadata.api.ts';

/** The keys in use, for menus. */
export const metadataKeysQuery = (organizationId: string, datasetId: string) =>
  queryOptions({
    queryKey: [...queryKeys.datasets(organizationId), datasetId, 'metadata-keys'],
    queryFn: () => listMetadataKeys(organizationId, datasetId),
  });
