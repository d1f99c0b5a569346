import * as v from 'valibot';

import { statusCountsSchema } from './document-status.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What an organization has, and how many documents of all its datasets have each status. */
export const summarySchema = v.object({
  workspaces: count,
  datasets: count,
  documents: count,
  members: count,
  status_counts: statusCountsSchema,
});

export type Summary = v.InferOutput<typeof summarySchema>;
