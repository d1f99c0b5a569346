import { isApiError, messageOf } from '@carrel/shared/api';
import { shownName, type DocumentDetail, type DocumentVersion } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { useConfirm } from '@carrel/shared/ui/signed-in';
import { useQueryClient } from '@tanstack/react-query';

import type { DocumentPlace } from '../../data/document.api.ts';
import { restoreVersion } from '../../data/versions.api.ts';
import { versionsKey } from '../../data/versions.queries.ts';
import { useRefreshDocuments } from '../../parts/use-refresh-documents.ts';

/** Asks before an earlier version becomes the current one. */
export function useRestoreVersion(
  place: DocumentPlace,
  document: Pick<DocumentDetail, 'name'> | undefined,
) {
  const refresh = useRefreshDocuments(place.datasetId);
  const queryClient = useQueryClient();
  return useConfirm(({ number }: Pick<DocumentVersion, 'number'>) => ({
    title: 'Restore version',
    name: document && shownName(document.name),
    consequences: [
      `Version ${number} becomes the current one, as a new version.`,
      'What is current now stays among the versions, if the dataset keeps them.',
      'The document is processed again; searches find its passages after that.',
    ],
    confirmLabel: 'Restore version',
    act: () => restoreVersion(place, number),
    failed: (error) =>
      isApiError(error) && (error.status === 410 || error.status === 404)
        ? 'The original of this version is not stored any more'
        : messageOf(error, 'Failed to restore the version'),
    missing: () => queryClient.invalidateQueries({ queryKey: versionsKey(place) }),
    after: ({ outcome }) => {
      if (outcome === 'unchanged') toast.info('The document has these bytes already');
      else toast.success(`Version ${number} is restored, and is being processed`);
      return refresh();
    },
  }));
}
