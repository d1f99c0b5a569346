import { isApiError, messageOf, queryKeys } from '@carrel/shared/api';
import type { DocumentChunk } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import {
  changeChunk,
  getChunk,
  joinChunks,
  restoreChunk,
  type SeenChunk,
} from '../../../data/chunks/chunk-changes.api.ts';
import type { DocumentPlace } from '../../../data/document.api.ts';

/** Has everything read again that shows the chunks of a document. */
export function useRefreshChunks({ organizationId, datasetId }: DocumentPlace) {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      queryKey: [...queryKeys.datasets(organizationId), datasetId],
    });
}

/** Returns whether somebody else changed a chunk first. */
export const isOvertaken = (error: unknown): boolean => isApiError(error) && error.status === 412;

/** A chunk is not the one that the screen shows any more. */
class Overtaken extends Error {}

/** Returns a chunk as it was seen, if it is still that of its number. */
export async function seenChunk(place: DocumentPlace, shown: DocumentChunk): Promise<SeenChunk> {
  const now = await getChunk(place, shown.number);
  const { etag } = now ?? {};
  if (typeof etag !== 'string' || now?.text !== shown.text) throw new Overtaken();
  return { number: shown.number, etag };
}

/** What is done to a chunk without a form. */
export function useChunkActions(place: DocumentPlace) {
  const refresh = useRefreshChunks(place);
  const act = useMutation({
    mutationFn: ({ work }: { work: () => Promise<unknown>; done: string; failed: string }) =>
      work(),
    onSuccess: (_, { done }) => {
      toast.success(done);
      return refresh();
    },
    onError: (error, { failed }) => {
      const isLate = error instanceof Overtaken || isOvertaken(error);
      toast.error(
        isLate
          ? 'Somebody else changed the chunks of this document. Look at them, and try again.'
          : messageOf(error, failed),
      );
      if (isLate) void refresh();
    },
  });
  return {
    isPending: act.isPending,
    switchOff: (chunk: DocumentChunk, off: boolean) => {
      act.mutate({
        work: async () => changeChunk(place, await seenChunk(place, chunk), { off }),
        done: off ? 'The chunk is switched off' : 'The chunk is switched on',
        failed: 'Failed to change the chunk',
      });
    },
    join: (chunk: DocumentChunk) => {
      act.mutate({
        work: async () => {
          const next = await getChunk(place, chunk.number + 1);
          if (typeof next?.etag !== 'string') throw new Overtaken();
          return joinChunks(place, await seenChunk(place, chunk), next.etag);
        },
        done: 'The chunks are joined',
        failed: 'Failed to join the chunks',
      });
    },
    restore: (chunk: DocumentChunk) => {
      act.mutate({
        work: async () => restoreChunk(place, await seenChunk(place, chunk)),
        done: 'The chunk is as it was',
        failed: 'Failed to undo the change',
      });
    },
  };
}
