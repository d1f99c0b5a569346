import * as v from 'valibot';

import { statusCountsSchema } from './document-status.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** How much an organization has, and how far its documents have come, all datasets taken together. */
export const summarySchema = v.object({
  workspaces: count,
  datasets: count,
  documents: count,
  members: count,
  status_counts: statusCountsSchema,
});

export type Summary = v.InferOutput<typeof summarySchema>;
