import type { Slice } from '@carrel/api/src/jobs/job.ts';

/** A slice that is never over. */
export const ENDLESS: Slice = { isOver: () => false };

/** A slice that is over before it begins: of work in transactions, it has the fewest. */
export const SHORTEST: Slice = { isOver: () => true };
