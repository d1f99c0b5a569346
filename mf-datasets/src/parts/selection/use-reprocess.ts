import { messageOf } from '@carrel/shared/api';
import type { ReprocessResult } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { useMutation } from '@tanstack/react-query';

import { documentCount } from '../../data/chosen-documents.ts';
import type { ChosenDocuments } from '../../data/chosen-documents.ts';
import { reprocessDocuments } from '../../data/selection.api.ts';
import { useRefreshDocuments } from '../use-refresh-documents.ts';

function showResult({ reprocessed, skipped }: ReprocessResult): void {
  if (reprocessed > 0) toast.success(`${documentCount(reprocessed)} will be processed again`);
  const [first] = skipped;
  if (first === undefined) {
    if (reprocessed === 0) toast.info('No document needs to be processed again');
    return;
  }
  const rest = skipped.length === 1 ? '' : ` (${documentCount(skipped.length)})`;
  toast.error(`Not processed again${rest}: ${first.reason}`);
}

/** Returns a mutation that makes the chunks of documents anew. */
export function useReprocess(datasetId: string, onAccepted?: () => void) {
  const organizationId = useOrganizationId();
  const refresh = useRefreshDocuments(datasetId);
  return useMutation({
    mutationFn: async ({ selections }: Pick<ChosenDocuments, 'selections'>) => {
      const total: ReprocessResult = { reprocessed: 0, skipped: [] };
      for (const selection of selections) {
        for (let isMore = true; isMore;) {
          const result = await reprocessDocuments(organizationId, datasetId, selection);
          total.reprocessed += result.reprocessed;
          total.skipped.push(...result.skipped);
          isMore = result.is_more === true && result.reprocessed > 0;
        }
      }
      return total;
    },
    onSuccess: async (result) => {
      showResult(result);
      onAccepted?.();
      await refresh();
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to process documents again')),
  });
}
