import { messageOf } from '@carrel/shared/api';
import { apiPaths } from '@carrel/shared/paths';
import { toast } from '@carrel/shared/ui';
import { useMutation } from '@tanstack/react-query';

import { startDownload } from '../../parts/selection/download/start-download.ts';
import type { DocumentPlace } from '../../data/document.api.ts';

/** Returns a mutation that downloads the original of a document. */
export function useDownload({ organizationId, datasetId, documentId }: DocumentPlace) {
  return useMutation({
    mutationFn: () =>
      startDownload(
        apiPaths.documentContent(datasetId, documentId, { organization_id: organizationId }),
        organizationId,
      ),
    onError: (error) => {
      const isGone = 'status' in error && error.status === 410;
      toast.error(
        isGone
          ? 'The original of this document is not stored any more.'
          : messageOf(error, 'Failed to download the document'),
      );
    },
  });
}
