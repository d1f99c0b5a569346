import { messageOf } from '@carrel/shared/api';
import { UNDO_SECONDS } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { useMutation } from '@tanstack/react-query';

import { documentCount } from '../../data/chosen-documents.ts';
import type { ChosenDocuments } from '../../data/chosen-documents.ts';
import { deleteDocuments, restoreDocuments } from '../../data/selection.api.ts';
import { useRefreshDocuments } from './use-refresh-documents.ts';

/** Milliseconds after which the folders that a deletion leaves empty are gone too. */
const GONE_MS = (UNDO_SECONDS + 5) * 1000;

interface Deletion {
  /** Names the act for undoing it. */
  removal: string | undefined;
  deleted: number;
  /** Why the rest was not deleted. */
  failure: { error: unknown } | undefined;
}

/** Returns a mutation that deletes documents and offers to undo it for some seconds. */
export function useDeleteDocuments(datasetId: string, onDeleted: () => void) {
  const organizationId = useOrganizationId();
  const refresh = useRefreshDocuments(datasetId);

  const undo = useMutation({
    mutationFn: (removal: string) => restoreDocuments(organizationId, datasetId, removal),
    onSuccess: ({ restored }) => toast.success(`Restored ${documentCount(restored)}`),
    onError: (error) => toast.error(messageOf(error, 'Failed to restore documents')),
    onSettled: refresh,
  });

  return useMutation({
    mutationFn: async ({ selections }: ChosenDocuments): Promise<Deletion> => {
      const act: Deletion = { removal: undefined, deleted: 0, failure: undefined };
      for (const selection of selections) {
        try {
          const done = await deleteDocuments(organizationId, datasetId, selection, act.removal);
          act.removal = done.removal;
          act.deleted += done.deleted;
        } catch (error) {
          // What the earlier requests have deleted can still be undone.
          act.failure = { error };
          break;
        }
      }
      return act;
    },
    onSuccess: async ({ removal, deleted, failure }) => {
      if (removal !== undefined && deleted > 0) {
        toast.success(`Deleted ${documentCount(deleted)}`, {
          duration: UNDO_SECONDS * 1000,
          action: { label: 'Undo', onClick: () => undo.mutate(removal) },
        });
        setTimeout(() => void refresh(), GONE_MS);
      }
      if (failure !== undefined) {
        toast.error(messageOf(failure.error, 'Failed to delete documents'));
      } else {
        if (deleted === 0) toast.info('These documents were deleted before');
        onDeleted();
      }
      await refresh();
    },
  });
}
