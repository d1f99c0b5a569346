import { isApiError, messageOf } from '@carrel/shared/api';
import { shownName, type DocumentDetail, type DocumentVersion } from '@carrel/shared/contract';
import { useConfirm } from '@carrel/shared/ui/signed-in';
import { useQueryClient } from '@tanstack/react-query';

import type { DocumentPlace } from '../../data/document.api.ts';
import { deleteVersion } from '../../data/versions.api.ts';
import { versionsKey } from '../../data/versions.queries.ts';

/** Asks before an earlier version is deleted. `onGone` follows when it is not there any more. */
export function useDeleteVersion(
  place: DocumentPlace,
  document: Pick<DocumentDetail, 'name'>,
  onGone: () => void,
) {
  const queryClient = useQueryClient();
  const gone = () => {
    onGone();
    return queryClient.invalidateQueries({ queryKey: versionsKey(place) });
  };
  return useConfirm(({ number }: Pick<DocumentVersion, 'number'>) => ({
    title: 'Delete version',
    name: shownName(document.name),
    consequences: [
      `Version ${number} is deleted, with its text and its original. The document stays as it is.`,
      'This cannot be undone.',
    ],
    confirmLabel: 'Delete version',
    act: () => deleteVersion(place, number),
    done: `Deleted version ${number}`,
    failed: (error) =>
      isApiError(error) && error.status === 404
        ? 'This version is deleted already'
        : messageOf(error, 'Failed to delete the version'),
    missing: gone,
    after: gone,
  }));
}
