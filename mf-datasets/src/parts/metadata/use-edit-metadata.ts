import { queryKeys } from '@carrel/shared/api';
import type { DocumentSelection, EditMetadataInput } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { editMetadata } from '../../data/metadata.api.ts';

const PARTS = ['document', 'documents', 'metadata-keys', 'settings-drift'];

export interface MetadataChange extends Pick<EditMetadataInput, 'set' | 'remove' | 'reset'> {
  /** One request each. */
  selections: readonly DocumentSelection[];
}

/** Returns a mutation that changes the metadata of documents. The caller shows its failures. */
export function useEditMetadata(datasetId: string) {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const dataset = [...queryKeys.datasets(organizationId), datasetId];
  return useMutation({
    mutationFn: async ({ selections, ...change }: MetadataChange) => {
      const total = { changed: 0, skipped: 0 };
      for (const documents of selections) {
        const edited = await editMetadata(organizationId, datasetId, { documents, ...change });
        total.changed += edited.changed;
        total.skipped += edited.skipped;
      }
      return total;
    },
    onSettled: () =>
      Promise.all(
        PARTS.map((part) => queryClient.invalidateQueries({ queryKey: [...dataset, part] })),
      ),
  });
}
