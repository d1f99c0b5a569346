import { messageOf, queryKeys } from '@carrel/shared/api';
import { RETRY_DOCUMENTS_MAX } from '@carrel/shared/contract';
import type { RetryDocumentsInput, RetryResult } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { retryDocuments } from '../data/documents.api.ts';

const counted = (count: number) =>
  count === 1 ? '1 document' : `${count.toLocaleString('en-US')} documents`;

/** Returns as many requests as the server's limit requires. */
function inputsOf(documentIds: readonly string[] | 'all'): RetryDocumentsInput[] {
  if (documentIds === 'all') return [{ all_failed: true }];
  const inputs: RetryDocumentsInput[] = [];
  for (let at = 0; at < documentIds.length; at += RETRY_DOCUMENTS_MAX) {
    inputs.push({ document_ids: documentIds.slice(at, at + RETRY_DOCUMENTS_MAX) });
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

/** Returns a mutation that retries documents: these, or all that failed. */
export function useRetry(datasetId: string) {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (documentIds: readonly string[] | 'all'): Promise<RetryResult> => {
      const total: RetryResult = { retried: 0, skipped: [] };
      for (const input of inputsOf(documentIds)) {
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
