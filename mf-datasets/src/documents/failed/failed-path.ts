import { reasonGroup } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';

import { SHOW_FAILED } from '../../data/failed.queries.ts';

/** Name of the parameter of the address that shows the failed documents of one reason. */
export const REASON_PARAMETER = 'reason';

/** Returns the address of the failed documents of a dataset: of all, or of one reason. */
export function failedPath(datasetId: string, reason?: string): string {
  const all = `${consolePaths.datasetDocuments(datasetId)}${SHOW_FAILED}`;
  return reason === undefined
    ? all
    : `${all}&${new URLSearchParams({ [REASON_PARAMETER]: reason }).toString()}`;
}

/** Returns a reason in words. */
export const reasonText = (reason: string) => (reason === '' ? 'No reason is known' : reason);

/** Whether two reasons differ in numbers at most, and are one. */
export const isAlike = (reason: string, other: string | undefined) =>
  other !== undefined && reasonGroup(reason) === reasonGroup(other);
