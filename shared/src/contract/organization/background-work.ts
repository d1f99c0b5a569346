import * as v from 'valibot';

import { stalledSchema } from '../progress.ts';
import { shownNameSchema } from '../names.ts';
import { idSchema, timestampSchema } from '../text.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * What a server does for an organization in the background: uploads that are unpacked, documents that are
 * processed or processed again, documents that are moved, pages that OCR reads, vectors, the index of searches, the places of passages,
 * and files that are deleted.
 */
export const WORK_KINDS = [
  'upload',
  'documents',
  'again',
  'move',
  'ocr',
  'vectors',
  'index',
  'locate',
  'purge',
] as const;

export type WorkKind = (typeof WORK_KINDS)[number];

/** Why work does not go on. */
export const STANDING_REASONS = [
  'paused',
  'cancelling',
  'queued',
  'embedding_service',
  'model_loading',
  'failed',
] as const;

export type StandingReason = (typeof STANDING_REASONS)[number];

/** Why work does not go on. `reason` is one of `STANDING_REASONS`, or another of a newer server's. */
export const standingSchema = v.object({
  reason: v.string(),
  /** More about it, in a sentence; null where there is none, or the caller may not see it. */
  detail: v.nullable(v.string()),
  /** When it is tried next; null where that is not known. */
  next_try: v.nullable(timestampSchema),
});

export type Standing = v.InferOutput<typeof standingSchema>;

/** Work of one kind, in one archive or dataset. `kind` is one of `WORK_KINDS`, or another of a newer server's. */
export const workRowSchema = v.object({
  kind: v.string(),
  /** Null for work on the whole organization. */
  dataset: v.nullable(v.object({ id: idSchema, name: shownNameSchema })),
  /** Null for work on several archives, or on none. */
  archive: v.nullable(v.object({ id: idSchema, name: v.string() })),
  /** Documents, pages of OCR, passages of vectors, or jobs; null where that is not known. */
  left: v.nullable(count),
  /** What a run began with, and what was added to it since; null where that is not known. */
  total: v.nullable(count),
  /** Null while it goes on. */
  standing: v.nullable(standingSchema),
  stalled: v.nullable(stalledSchema),
});

export type WorkRow = v.InferOutput<typeof workRowSchema>;

/** All background work of an organization. Speed and time left follow from successive readings of `left`. */
export const backgroundWorkSchema = v.object({
  rows: v.array(workRowSchema),
  /** There are more rows. */
  is_more: v.boolean(),
  /** The server works for other organizations too. */
  is_shared: v.boolean(),
});

export type BackgroundWork = v.InferOutput<typeof backgroundWorkSchema>;
