import { queryKeys } from '@carrel/shared/api';

/** The key of an organization's background work. */
export const backgroundWorkKey = (organizationId: string) => [
  ...queryKeys.organization(organizationId),
  'background-work',
];
