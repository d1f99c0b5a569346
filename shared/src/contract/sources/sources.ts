import * as v from 'valibot';

import { shownNameSchema } from '../names.ts';
import { idSchema, nameSchema, timestampSchema } from '../text.ts';
import { storable } from '../storable.ts';
import { SOURCE_KINDS, sourcePlaceSchema, sourceSecretSchema } from './places.ts';
import { sourceRunSchema } from './source-runs.ts';

/** Sources of a dataset, and of an organization. */
export const SOURCES_MAX = 20;
export const SOURCES_OF_ORGANIZATION_MAX = 200;
/** Objects that one source follows at most. */
export const SOURCE_OBJECTS_MAX = 1_000_000;
const PATTERNS_MAX = 50;
const PATTERN_MAX = 500;
const FOLDER_MAX = 900;
/** Shares of objects that a run deletes without a person, at most. */
export const GONE_SHARE_MAX = 0.1;
/** Runs that fail one after the other until people are told. */
export const FAILED_RUNS_TOLD = 3;

const MINUTES_MIN = 5;
const MINUTES_MAX = 4 * 7 * 24 * 60;

const patternsSchema = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.metadata({ pattern: String.raw`\S` }),
      v.trim(),
      v.minLength(1, 'A pattern is empty'),
      v.maxLength(PATTERN_MAX, `A pattern must be at most ${PATTERN_MAX} characters`),
      storable,
    ),
  ),
  v.maxLength(PATTERNS_MAX, `Enter at most ${PATTERNS_MAX} patterns`),
);

const minutesSchema = v.nullable(
  v.pipe(
    v.number('Choose how often it runs'),
    v.integer('Choose how often it runs'),
    v.minValue(MINUTES_MIN, `A source runs every ${MINUTES_MIN} minutes at most`),
    v.maxValue(MINUTES_MAX, 'A source runs every four weeks at least, or by hand'),
  ),
);

const sizeSchema = v.nullable(
  v.pipe(
    v.number('Size must be a number of bytes'),
    v.integer('Size must be a number of bytes'),
    v.minValue(1, 'Size must be at least 1 byte'),
    v.maxValue(Number.MAX_SAFE_INTEGER, 'Size is too large'),
  ),
);

const folderSchema = v.pipe(
  v.string(),
  v.metadata({ maxLength: FOLDER_MAX }),
  v.trim(),
  v.maxLength(FOLDER_MAX, `Folder must be at most ${FOLDER_MAX} characters`),
  storable,
);

const goneSchema = v.picklist(['delete', 'keep'], 'Choose what happens to what is gone');

/** A new source. Nothing is read until its plan is approved, except where `approve` is true. */
export const createSourceInputSchema = v.object({
  name: nameSchema('Name'),
  place: sourcePlaceSchema,
  secret: v.optional(sourceSecretSchema),
  /** Folder of the dataset that it is put in; empty for none. */
  folder: v.optional(folderSchema, ''),
  /** Paths that are read, as globs such as `docs/**` or `*.pdf`; all where empty. */
  include: v.optional(patternsSchema, []),
  /** Paths that are not read. */
  exclude: v.optional(patternsSchema, []),
  /** Bytes of an object that is read, at most; null for no limit of its own. */
  size_max: v.optional(sizeSchema, null),
  /** Minutes between two runs; null for runs by hand only. */
  every_minutes: v.optional(minutesSchema, null),
  /** What happens to documents that are gone at the source. */
  gone: v.optional(goneSchema, 'delete'),
  /** Whether the first run begins without a person who looks at its plan. */
  approve: v.optional(v.boolean(), false),
});

export type CreateSourceInput = v.InferOutput<typeof createSourceInputSchema>;

/** As it is sent: what has a default may be absent. */
export type NewSource = v.InferInput<typeof createSourceInputSchema>;

/** What is absent stays. Another host needs the secret again; null removes it. */
export const updateSourceInputSchema = v.object({
  name: v.optional(nameSchema('Name')),
  place: v.optional(sourcePlaceSchema),
  secret: v.optional(v.nullable(sourceSecretSchema)),
  include: v.optional(patternsSchema),
  exclude: v.optional(patternsSchema),
  size_max: v.optional(sizeSchema),
  every_minutes: v.optional(minutesSchema),
  gone: v.optional(goneSchema),
  paused: v.optional(v.boolean('The field paused must be true or false')),
});

export type UpdateSourceInput = v.InferOutput<typeof updateSourceInputSchema>;

export const sourceSchema = v.object({
  id: idSchema,
  dataset_id: idSchema,
  name: shownNameSchema,
  kind: v.picklist(SOURCE_KINDS),
  place: sourcePlaceSchema,
  /** Whether it has something to sign in with. */
  has_secret: v.boolean(),
  /** Whom a person has connected it as; absent where it is not connected by signing in. */
  account: v.optional(v.string()),
  folder: v.string(),
  include: v.array(v.string()),
  exclude: v.array(v.string()),
  size_max: v.nullable(v.number()),
  every_minutes: v.nullable(v.number()),
  gone: v.picklist(['delete', 'keep']),
  paused: v.boolean(),
  /** Null where none is due: by hand, paused, or while one is running. */
  next_run_at: v.nullable(timestampSchema),
  /** Runs that failed since the last one that did not. */
  failed_runs: v.number(),
  /** Objects that it follows. */
  objects: v.number(),
  /** The one that is running or waits for a person, or else the last one. */
  run: v.nullable(sourceRunSchema),
  created_at: timestampSchema,
});

export type Source = v.InferOutput<typeof sourceSchema>;

export const sourceListSchema = v.object({
  sources: v.array(sourceSchema),
  /** Kinds that can be added on this server. */
  kinds: v.array(v.picklist(SOURCE_KINDS)),
  /** Those of them that a person can connect by signing in. */
  connects: v.array(v.picklist(SOURCE_KINDS)),
});

export type SourceList = v.InferOutput<typeof sourceListSchema>;

/** What a new source would be tried with. With `source_id`, its stored secret is used where `secret` is absent; null tries without one. */
export const testSourceInputSchema = v.object({
  place: sourcePlaceSchema,
  secret: v.optional(v.nullable(sourceSecretSchema)),
  source_id: v.optional(idSchema),
});

export type TestSourceInput = v.InferOutput<typeof testSourceInputSchema>;

/** The first objects that are there. */
export const testedSourceSchema = v.object({
  objects: v.array(v.object({ path: v.string(), size: v.nullable(v.number()) })),
  is_more: v.boolean(),
});

export type TestedSource = v.InferOutput<typeof testedSourceSchema>;

/** Where a person signs in to connect a source; the console opens it. */
export const connectSourceSchema = v.object({ url: v.string() });

/** What a person came back with from signing in. */
export const finishConnectionInputSchema = v.object({
  code: v.pipe(v.string('Code is required'), v.nonEmpty('Code is required'), v.maxLength(4096)),
  state: v.pipe(v.string('State is required'), v.nonEmpty('State is required'), v.maxLength(200)),
});

export type FinishConnectionInput = v.InferOutput<typeof finishConnectionInputSchema>;

/** A run by hand. */
export const startSourceRunInputSchema = v.object({
  /** Reads all objects again, changed or not. */
  everything: v.optional(v.boolean(), false),
});
