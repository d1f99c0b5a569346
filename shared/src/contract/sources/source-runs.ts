import * as v from 'valibot';

import { idSchema, timestampSchema } from '../text.ts';

/**
 * `listing`: it asks what is there. `waiting`: a person has to look at its plan. `reading`: what is new or changed is read.
 * `merging`: what was read becomes documents.
 */
export const SOURCE_RUN_STATES = [
  'listing',
  'waiting',
  'reading',
  'merging',
  'completed',
  'failed',
  'cancelled',
] as const;

export type SourceRunState = (typeof SOURCE_RUN_STATES)[number];

/** Why a run failed. What to do about it is said by its words. */
export const SOURCE_FAILURES = [
  'unreachable',
  'timeout',
  'private_address',
  'insecure',
  'redirected',
  'sign_in',
  'forbidden',
  'not_found',
  'rate_limited',
  'too_many_objects',
  'too_large',
  'invalid_response',
  'not_allowed',
  'not_connected',
  'quota',
  'server',
] as const;

export type SourceFailureCode = (typeof SOURCE_FAILURES)[number];

export const sourceRunSchema = v.object({
  id: idSchema,
  /** Counts the runs of a source, from 1. */
  number: v.number(),
  state: v.picklist(SOURCE_RUN_STATES),
  started_by: v.picklist(['first', 'schedule', 'person']),
  /** Why it waits: it is the first one, or would delete many. Null where it does not wait. */
  waiting_for: v.nullable(v.picklist(['first', 'many_gone'])),
  started_at: timestampSchema,
  ended_at: v.nullable(timestampSchema),
  /** Objects that were listed and are not left out: all that are there, or those that changed, where the source tells. */
  listed: v.number(),
  /** Objects that patterns, size or their kind leave out. */
  left_out: v.number(),
  /** What it does to documents: as planned until it has ended, then as done. */
  added: v.number(),
  changed: v.number(),
  moved: v.number(),
  removed: v.number(),
  unchanged: v.number(),
  /** Of what it adds, changes and moves, how many were read. */
  read: v.number(),
  /** Objects that could not be read, or that may not be written. */
  failed: v.number(),
  /** Bytes that were read. */
  bytes: v.number(),
  /** Why not everything was listed, in a sentence; nothing is deleted then. */
  note: v.optional(v.string()),
  error: v.nullable(v.object({ code: v.picklist(SOURCE_FAILURES), message: v.string() })),
  /** Archives that it has sent, each with its receipt; the oldest first, up to 200. */
  archive_ids: v.array(idSchema),
});

export type SourceRun = v.InferOutput<typeof sourceRunSchema>;

/** The newest first. */
export const sourceRunPageSchema = v.object({
  runs: v.array(sourceRunSchema),
  /** Absent on the last page. */
  next_cursor: v.optional(v.string()),
});

export type SourceRunPage = v.InferOutput<typeof sourceRunPageSchema>;

/** What is planned or was done with an object. `current` is one that has nothing to do. */
export const SOURCE_OBJECT_STATES = [
  'added',
  'changed',
  'moved',
  'removed',
  'failed',
  'current',
] as const;

export type SourceObjectState = (typeof SOURCE_OBJECT_STATES)[number];

export const sourceObjectSchema = v.object({
  path: v.string(),
  /** The path that it is moved from. */
  from: v.optional(v.string()),
  state: v.picklist(SOURCE_OBJECT_STATES),
  size: v.nullable(v.number()),
  /** Where people open it. */
  url: v.optional(v.string()),
  /** Why it failed or is refused. */
  reason: v.optional(v.string()),
  document_id: v.optional(idSchema),
});

export type SourceObject = v.InferOutput<typeof sourceObjectSchema>;

/** By path. */
export const sourceObjectPageSchema = v.object({
  objects: v.array(sourceObjectSchema),
  next_cursor: v.optional(v.string()),
});

export type SourceObjectPage = v.InferOutput<typeof sourceObjectPageSchema>;
