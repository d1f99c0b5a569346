import { messageOf, queryKeys } from '@carrel/shared/api';
import { RETRY_DOCUMENTS_MAX } from '@carrel/shared/contract';
import type { RetryDocumentsInput, RetryResult } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { retryDocuments } from '../data/documents.api.ts';

const counted = (count: number) =>
  count === 1 ? '1 document' : `${count.toLocaleString('en-US')} documents`;

/** Which documents to retry: these, all that failed, or all that failed for a reason. */
export type RetriedDocuments = readonly string[] | 'all' | { reason: string };

/** Returns as many requests as the server's limit requires. */
function inputsOf(documents: RetriedDocuments): RetryDocumentsInput[] {
  if (documents === 'all') return [{ all_failed: true }];
  if ('reason' in documents) return [{ all_failed: true, reason: documents.reason }];
  const inputs: RetryDocumentsInput[] = [];
  for (let at = 0; at < documents.length; at += RETRY_DOCUMENTS_MAX) {
    inputs.push({ document_ids: documents.slice(at, at + RETRY_DOCUMENTS_MAX) });
  }
  return inputs;
}

function showResult({ retried, skipped }: RetryResult): void {
  if (retried > 0) toast.success(`${counted(retried)} will be tried again`);
  const [first] = skipped;
  if (first === undefined) return;
  const rest = skipped.length === 1 ? '' : ` (${counted(skipped.length)})`;
  toast.error(`Not tried again${rest}: ${first.reason}`);
}

/** Returns a mutation that retries failed documents. */
export function useRetry(datasetId: string) {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (documents: RetriedDocuments): Promise<RetryResult> => {
      const total: RetryResult = { retried: 0, skipped: [] };
      for (const input of inputsOf(documents)) {
        const { retried, skipped } = await retryDocuments(organizationId, datasetId, input);
        total.retried += retried;
        total.skipped.push(...skipped);
      }
      return total;
    },
    onSuccess: async (result) => {
      showResult(result);
      const dataset = [...queryKeys.datasets(organizationId), datasetId];
      await Promise.all(
        ['documents', 'navigation', 'document'].map((part) =>
          queryClient.invalidateQueries({ queryKey: [...dataset, part] }),
        ),
      );
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to retry documents')),
  });
}
