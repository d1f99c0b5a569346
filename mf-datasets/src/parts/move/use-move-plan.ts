import type { PlanMoveInput } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { movePlanQuery } from '../../data/moves/move-plan.queries.ts';

/** Milliseconds without a change before a plan is requested. */
export const PLAN_DEBOUNCE_MS = 250;

/** Returns what a move would do. `isFresh` is whether the plan is of these inputs; undefined inputs have none. */
export function useMovePlan(datasetId: string, inputs: readonly PlanMoveInput[] | undefined) {
  const query = useQuery({
    ...movePlanQuery(useOrganizationId(), datasetId, inputs),
    placeholderData: keepPreviousData,
  });
  const hasPlan = inputs !== undefined && query.error === null;
  const isFresh = hasPlan && query.data !== undefined && !query.isPlaceholderData;
  return {
    plan: hasPlan ? query.data : undefined,
    isFresh,
    reading: inputs !== undefined && query.isFetching,
    error: query.error,
    again: () => void query.refetch(),
  };
}
