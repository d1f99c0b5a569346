import { queryKeys } from '@carrel/shared/api';
import { queryOptions } from '@tanstack/react-query';

import { getSecondStep } from './two-step.api.ts';

/** Whether the user has a second step, and what belongs to it. */
export const secondStepQuery = queryOptions({
  queryKey: queryKeys.secondStep(),
  queryFn: getSecondStep,
});
