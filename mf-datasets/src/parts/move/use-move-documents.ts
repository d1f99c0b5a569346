import { messageOf } from '@carrel/shared/api';
import { UNDO_SECONDS } from '@carrel/shared/contract';
import type { PlanMoveInput } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { useMutation } from '@tanstack/react-query';

import { documentCount } from '../../data/chosen-documents.ts';
import { moveDocuments, undoMove } from '../../data/moves/moves.api.ts';
import { useRefreshDocuments } from '../use-refresh-documents.ts';

interface Moving {
  /** One request each. */
  inputs: readonly PlanMoveInput[];
  /** The plan that was shown of each; without one, whatever is there is moved. */
  plans?: readonly string[] | undefined;
  /** Says what was done to this many documents. */
  done: (documents: number) => string;
}

/** Returns a mutation that moves documents, says so, and offers to undo it. The caller shows its failures. */
export function useMoveDocuments(datasetId: string) {
  const organizationId = useOrganizationId();
  const refresh = useRefreshDocuments(datasetId);

  const undo = useMutation({
    mutationFn: async (moves: readonly string[]) => {
      const total = { moved: 0, kept: 0 };
      for (const move of moves.toReversed()) {
        const { moved, waiting, kept } = await undoMove(organizationId, datasetId, move);
        total.moved += moved + waiting;
        total.kept += kept;
      }
      return total;
    },
    onSuccess: ({ moved, kept }) => {
      toast.success(moved === 0 ? 'Undone' : `Moved back ${documentCount(moved)}`);
      if (kept > 0) {
        toast.error(`${documentCount(kept)} stayed, as something else is at the earlier path`);
      }
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to undo the move')),
    onSettled: refresh,
  });

  return useMutation({
    mutationFn: async ({ inputs, plans, done }: Moving) => {
      const moves: string[] = [];
      let [moved, waiting, skipped] = [0, 0, 0];
      let reason: string | undefined;
      try {
        for (const [at, input] of inputs.entries()) {
          const plan = plans?.[at];
          const result = await moveDocuments(organizationId, datasetId, {
            ...input,
            ...(plan !== undefined && { plan }),
          });
          moves.push(result.move);
          moved += result.moved;
          waiting += result.waiting;
          skipped += result.skipped;
          reason ??= result.obstacles.find(({ numbered }) => numbered === undefined)?.reason;
        }
      } finally {
        // What the requests before a failure have moved can still be undone.
        if (moves.length > 0 && (moved + waiting > 0 || skipped === 0)) {
          toast.success(done(moved + waiting), {
            duration: UNDO_SECONDS * 1000,
            action: { label: 'Undo', onClick: () => undo.mutate(moves) },
          });
        }
        if (skipped > 0) {
          const why = reason === undefined ? '' : `: ${reason}`;
          toast.error(`${documentCount(skipped)} not moved${why}`);
        }
        if (waiting > 0) toast.info(`${documentCount(waiting)} follow within moments`);
      }
    },
    // The dialog need not wait for it.
    onSettled: () => void refresh(),
  });
}
