import * as v from 'valibot';

import { statusCountsSchema } from './document-status.ts';
import { idSchema } from './text.ts';

/** The name of the events of a dataset's changes. */
export const DATASET_CHANGE_EVENT = 'change';

/** The most documents that one event lists. */
export const CHANGED_DOCUMENTS_MAX = 200;

/**
 * What changed in a dataset since the event before. `archives`: their history changed. `reload`: more
 * documents changed than are listed, or some were deleted.
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
