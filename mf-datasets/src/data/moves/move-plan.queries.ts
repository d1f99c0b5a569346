import { queryKeys } from '@carrel/shared/api';
import { MOVE_EXAMPLES_MAX } from '@carrel/shared/contract';
import type { MovePlan, PlanMoveInput } from '@carrel/shared/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';

import { planMove } from './moves.api.ts';

/** What several requests would do, one after the other. */
export interface MovesPlan extends Omit<MovePlan, 'plan'> {
  /** The plan of each request. */
  plans: readonly string[];
}

function sumOf(plans: readonly MovePlan[]): MovesPlan {
  const sum = (count: (plan: MovePlan) => number) =>
    plans.reduce((total, plan) => total + count(plan), 0);
  return {
    documents: sum(({ documents }) => documents),
    bytes: sum(({ bytes }) => bytes),
    folders: sum(({ folders }) => folders),
    unchanged: sum(({ unchanged }) => unchanged),
    sidecars: sum(({ sidecars }) => sidecars),
    taken: sum(({ taken }) => taken),
    refused: sum(({ refused }) => refused),
    obstacles: plans.flatMap(({ obstacles }) => obstacles).slice(0, MOVE_EXAMPLES_MAX),
    similar: plans.flatMap(({ similar }) => similar).slice(0, MOVE_EXAMPLES_MAX),
    merged: plans.some(({ merged }) => merged),
    plans: plans.map(({ plan }) => plan),
  };
}

/** What a move would do; undefined inputs are not requested. */
export const movePlanQuery = (
  organizationId: string,
  datasetId: string,
  inputs: readonly PlanMoveInput[] | undefined,
) =>
  queryOptions({
    queryKey: [...queryKeys.datasets(organizationId), datasetId, 'move-plan', inputs],
    queryFn:
      inputs === undefined
        ? skipToken
        : async () => {
            const plans: MovePlan[] = [];
            for (const input of inputs)
              plans.push(await planMove(organizationId, datasetId, input));
            return sumOf(plans);
          },
    // Documents change while nobody looks.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
