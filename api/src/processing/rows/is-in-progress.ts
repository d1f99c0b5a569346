import { IN_PROGRESS_STATUSES } from '@carrel/shared/contract';

const LIST = IN_PROGRESS_STATUSES.map((status) => `'${status}'`).join(', ');

/** The condition that a document is in progress, as in the index `documents_in_work`. */
export const isInProgress = (document: string): string => `${document}.status IN (${LIST})`;
