import * as v from 'valibot';

import { idSchema, timestampSchema } from './text.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Why a stage of a document takes much longer than it usually does. */
export const STALL_REASONS = ['slow_document', 'waiting_for_worker', 'embedding_service'] as const;

export type StallReason = (typeof STALL_REASONS)[number];

/**
 * How many documents take much longer than usual, and the one that has taken the longest. `reason` is one of
 * `STALL_REASONS`, or another of a newer server's.
 */
export const stalledSchema = v.object({
  documents: count,
  document_id: idSchema,
  path: v.string(),
  stage: v.string(),
  since: timestampSchema,
  reason: v.string(),
});

export type Stalled = v.InferOutput<typeof stalledSchema>;

/**
 * What waits in a dataset, in documents. Speed and time left follow from successive readings of `waiting`.
 * `is_shared`: other organizations have work too.
 */
export const datasetProgressSchema = v.object({
  dataset: v.object({
    waiting: count,
    /** Documents of paused archives, which are not in `waiting`. */
    paused: count,
    /** Work of the organization's other datasets, which take turns with this one. */
    ahead: v.object({ archives: count, documents: count }),
    is_shared: v.boolean(),
    stalled: v.nullable(stalledSchema),
  }),
  /** Those that wait or are processed. */
  archives: v.array(
    v.object({
      id: idSchema,
      waiting: count,
      /** `archives`: merged before it. `documents`: take turns with it. */
      ahead: v.object({ archives: count, documents: count }),
      paused: v.boolean(),
      cancelling: v.boolean(),
      stalled: v.nullable(stalledSchema),
    }),
  ),
});

export type DatasetProgress = v.InferOutput<typeof datasetProgressSchema>;

export type ArchiveProgress = DatasetProgress['archives'][number];
