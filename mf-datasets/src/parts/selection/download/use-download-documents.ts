import { messageOf } from '@carrel/shared/api';
import type { PreparedDownload } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { useMutation } from '@tanstack/react-query';

import type { ChosenDocuments } from '../../../data/chosen-documents.ts';
import { downloadDocuments } from '../../../data/selection.api.ts';
import { startDownload } from './start-download.ts';

const fail = (error: unknown) => toast.error(messageOf(error, 'Failed to download documents'));

/** Returns a mutation that downloads one document, or prepares a zip of several and returns what it holds. */
export function usePrepareDownload(datasetId: string) {
  const organizationId = useOrganizationId();
  return useMutation({
    mutationFn: async ({ selections }: ChosenDocuments): Promise<PreparedDownload | undefined> => {
      const single = onlyDocument(selections);
      if (single === undefined) return downloadDocuments(organizationId, datasetId, selections);
      const query = { organization_id: organizationId };
      const path = apiPaths.documentContent(datasetId, single, query);
      await startDownload(path, organizationId);
      return undefined;
    },
    onError: fail,
  });
}

/** Returns a mutation that downloads a zip. */
export function useDownloadZip(datasetId: string, onStarted: () => void) {
  const organizationId = useOrganizationId();
  return useMutation({
    mutationFn: ({ id }: PreparedDownload) => {
      const query = { organization_id: organizationId };
      return startDownload(apiPaths.documentDownload(datasetId, id, query), organizationId);
    },
    onSuccess: onStarted,
    onError: fail,
  });
}

function onlyDocument(selections: ChosenDocuments['selections']): string | undefined {
  const [first, second] = selections;
  if (first === undefined || second !== undefined || !('document_ids' in first)) return undefined;
  if ('folders' in first || first.document_ids.length !== 1) return undefined;
  return first.document_ids[0];
}
