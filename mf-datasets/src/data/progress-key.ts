import { queryKeys } from '@carrel/shared/api';

/** The key of what waits in a dataset. */
export const progressKey = (organizationId: string, datasetId: string) => [
  ...queryKeys.datasets(organizationId),
  datasetId,
  'progress',
];
