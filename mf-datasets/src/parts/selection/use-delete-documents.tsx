import { messageOf } from '@carrel/shared/api';
import { shownName, UNDO_SECONDS } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { useConfirm } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';

import { documentCount } from '../../data/chosen-documents.ts';
import type { ChosenDocuments } from '../../data/chosen-documents.ts';
import { deleteDocuments, restoreDocuments } from '../../data/selection.api.ts';
import { useRefreshDocuments } from '../use-refresh-documents.ts';

/** Milliseconds after which the folders that a deletion leaves empty are gone too. */
const GONE_MS = (UNDO_SECONDS + 5) * 1000;

/** Asks before documents are deleted, and offers to undo it for some seconds. `onDeleted` follows a success. */
export function useDeleteDocuments(
  datasetId: string,
  chosen: ChosenDocuments,
  onDeleted: () => void,
) {
  const { count, isMore, name, selections } = chosen;
  const organizationId = useOrganizationId();
  const refresh = useRefreshDocuments(datasetId);

  const undo = useMutation({
    mutationFn: (removal: string) => restoreDocuments(organizationId, datasetId, removal),
    onSuccess: ({ restored }) =>
      toast.success(restored === 0 ? 'Restored the folder' : `Restored ${documentCount(restored)}`),
    onError: (error) => toast.error(messageOf(error, 'Failed to restore documents')),
    onSettled: refresh,
  });

  // Folders that people made are there without documents.
  const isEmpty = count === 0 && isMore !== true;
  const offerUndo = (deleted: number, removal: string) => {
    toast.success(deleted === 0 ? 'Deleted the folder' : `Deleted ${documentCount(deleted)}`, {
      duration: UNDO_SECONDS * 1000,
      action: { label: 'Undo', onClick: () => undo.mutate(removal) },
    });
    setTimeout(() => void refresh(), GONE_MS);
  };

  const act = async () => {
    let removal: string | undefined;
    let deleted = 0;
    try {
      for (const selection of selections) {
        const done = await deleteDocuments(organizationId, datasetId, selection, removal);
        removal = done.removal;
        deleted += done.deleted;
      }
    } catch (error) {
      void refresh();
      throw error;
    } finally {
      // What the requests before a failure have deleted can still be undone.
      if (removal !== undefined && (deleted > 0 || isEmpty)) offerUndo(deleted, removal);
    }
    if (deleted === 0 && !isEmpty) toast.info('These documents were deleted before');
  };

  const isOne = count === 1 && isMore !== true;
  const deleted = () => [
    `${documentCount(count, isMore)} will be deleted, with ${isOne ? 'its original' : 'their originals'}.`,
    `${isOne ? 'Its' : 'Their'} passages leave every search at once.`,
  ];
  const title = isEmpty ? 'Delete folder' : isOne ? 'Delete document' : 'Delete documents';
  return useConfirm(() => ({
    title,
    name: name === undefined ? undefined : shownName(name),
    consequences: [
      ...(isEmpty ? ['It has no documents.'] : deleted()),
      `You can undo this for ${UNDO_SECONDS} seconds.`,
    ],
    confirmLabel: title,
    act,
    failed: (error) => messageOf(error, 'Failed to delete documents'),
    after: () => {
      onDeleted();
      return refresh();
    },
  }));
}
