import { queryKeys } from '@carrel/shared/api';
import { useOrganizationId } from '@carrel/shared/shell';
import { useQueryClient } from '@tanstack/react-query';

const PARTS = ['document', 'documents', 'navigation', 'settings-drift', 'manifest'];

/** Returns a function that loads everything again that a change of a dataset's documents concerns. */
export function useRefreshDocuments(datasetId: string): () => Promise<unknown> {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const dataset = [...queryKeys.datasets(organizationId), datasetId];
  return () =>
    Promise.all(
      PARTS.map((part) => queryClient.invalidateQueries({ queryKey: [...dataset, part] })),
    );
}
