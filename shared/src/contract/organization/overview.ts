import * as v from 'valibot';

import { shownNameSchema } from '../names.ts';
import { timestampSchema } from '../text.ts';

/** How many days an overview covers. */
export const OVERVIEW_DAYS = 30;
/** Reasons of failures, datasets in work, and workspaces, that an overview lists. */
export const OVERVIEW_LISTED_MAX = 5;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const day = v.pipe(v.string(), v.isoDate());

/** What happened in an organization in the last 30 days. Days are in UTC, the oldest first; those without anything are absent. */
export const overviewSchema = v.object({
  /** Documents by the day of the upload that they are of, and their status now. */
  uploads: v.object({
    days: v.array(
      v.object({ day, ready: count, processing: count, ingested: count, errors: count }),
    ),
    /** False if only the newest documents were counted. */
    complete: v.boolean(),
  }),
  /** Bytes that are stored, and their limit if there is one. */
  storage: v.object({ used: count, limit: v.optional(count) }),
  /** The datasets with the most documents in work. */
  working: v.array(v.object({ dataset_id: v.string(), name: shownNameSchema, documents: count })),
  /** Reasons why documents failed, the newest first. */
  failures: v.object({
    reasons: v.array(
      v.object({
        reason: v.string(),
        documents: count,
        /** The dataset of its newest document. */
        dataset_id: v.string(),
        last_at: timestampSchema,
      }),
    ),
    /** False if only some of the failed documents were counted. */
    complete: v.boolean(),
  }),
  /** Searches in all workspaces, for Editors and above; absent where nothing is kept. */
  searches: v.optional(v.array(v.object({ day, searches: count, without_results: count }))),
  /** The workspaces with the most searches without results; absent as well from older servers. */
  unanswered: v.optional(
    v.array(v.object({ workspace_id: v.string(), name: shownNameSchema, without_results: count })),
  ),
});

export type Overview = v.InferOutput<typeof overviewSchema>;
