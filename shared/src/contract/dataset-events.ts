import * as v from 'valibot';

import { statusCountsSchema } from './document-status.ts';
import { idSchema } from './text.ts';

/** The name of the events that tell of a dataset's changes. */
export const DATASET_CHANGE_EVENT = 'change';

/** Documents that one event names at most. */
export const CHANGED_DOCUMENTS_MAX = 200;

/**
 * What changed in a dataset since the event before. `archives` says that their history did, `reload`
 * that more documents changed than are named, or that some went.
 */
export const datasetChangeSchema = v.object({
  counts: statusCountsSchema,
  documents: v.array(
    v.object({
      id: idSchema,
      path: v.string(),
      status: v.string(),
      error: v.nullish(v.string()),
      attempts: v.nullish(v.number()),
    }),
  ),
  archives: v.boolean(),
  reload: v.boolean(),
});

export type DatasetChange = v.InferOutput<typeof datasetChangeSchema>;
