import { IN_WORK_STATUSES } from '@carrel/shared/contract';

const LIST = IN_WORK_STATUSES.map((status) => `'${status}'`).join(', ');

/** The condition that a document is in work, as in the index `documents_in_work`. */
export const isInWork = (document: string): string => `${document}.status IN (${LIST})`;
