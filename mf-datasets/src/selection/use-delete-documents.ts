import { messageOf } from '@carrel/shared/api';
import { UNDO_SECONDS } from '@carrel/shared/contract';
import type { DeletedDocuments } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { useMutation } from '@tanstack/react-query';

import { documentCount } from './chosen-documents.ts';
import type { ChosenDocuments } from './chosen-documents.ts';
import { deleteDocuments, restoreDocuments } from './selection.api.ts';
import { useRefreshDocuments } from './use-refresh-documents.ts';

/** Milliseconds after which the folders that a deletion leaves empty are gone too. */
const GONE_MS = (UNDO_SECONDS + 5) * 1000;

/** Returns a mutation that deletes documents and offers to undo it for some seconds. */
export function useDeleteDocuments(datasetId: string, onDeleted: () => void) {
  const organizationId = useOrganizationId();
  const refresh = useRefreshDocuments(datasetId);

  const undo = useMutation({
    mutationFn: async (acts: readonly DeletedDocuments[]) => {
      let restored = 0;
      for (const { removal } of acts) {
        restored += (await restoreDocuments(organizationId, datasetId, removal)).restored;
      }
      return restored;
    },
    onSuccess: (restored) => toast.success(`Restored ${documentCount(restored)}`),
    onError: (error) => toast.error(messageOf(error, 'Failed to restore documents')),
    onSettled: refresh,
  });

  return useMutation({
    mutationFn: async ({ selections }: ChosenDocuments) => {
      const acts: DeletedDocuments[] = [];
      for (const selection of selections) {
        acts.push(await deleteDocuments(organizationId, datasetId, selection));
      }
      return acts;
    },
    onSuccess: async (acts) => {
      const done = acts.filter(({ deleted }) => deleted > 0);
      const count = done.reduce((sum, { deleted }) => sum + deleted, 0);
      if (count === 0) toast.info('These documents were deleted before');
      else {
        toast.success(`Deleted ${documentCount(count)}`, {
          duration: UNDO_SECONDS * 1000,
          action: { label: 'Undo', onClick: () => undo.mutate(done) },
        });
      }
      onDeleted();
      setTimeout(() => void refresh(), GONE_MS);
      await refresh();
    },
    onError: (error) => {
      toast.error(messageOf(error, 'Failed to delete documents'));
      // Of several requests some may have succeeded.
      void refresh();
    },
  });
}
