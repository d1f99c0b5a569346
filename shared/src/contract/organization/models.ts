import * as v from 'valibot';

import { shownNameSchema } from '../names.ts';
import { idSchema, timestampSchema } from '../text.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What a server has models for. */
export const MODEL_NAMES = ['embeddings', 'rerank', 'chat'] as const;

export type ModelName = (typeof MODEL_NAMES)[number];

/** A model that a setting of the server names. */
export const modelSchema = v.object({
  /** As the setting names it. */
  name: v.string(),
  /** In processes of the server, or in a service. */
  runs: v.picklist(['here', 'service']),
  /** The host of the service; null for a model that runs here. */
  host: v.nullable(v.string()),
  /** The length of its vectors; null where it is not known yet, or the model makes none. */
  dimensions: v.nullable(count),
  /** `loading`: its files are loaded. `unavailable`: the last attempt failed. */
  state: v.picklist(['loading', 'ready', 'unavailable']),
  /** Bytes of its files while they are loaded; `total` is null where it is not known. */
  loaded: v.nullable(v.object({ bytes: count, total: v.nullable(count) })),
  /** Why it is unavailable, in a sentence. */
  reason: v.nullable(v.string()),
  /** Since when it is in its state. */
  since: v.nullable(timestampSchema),
  /** When it is tried next. */
  next_try: v.nullable(timestampSchema),
  /** Over the last minute in which there were any; null where nothing was embedded yet. */
  texts_per_second: v.nullable(v.pipe(v.number(), v.minValue(0))),
});

export type Model = v.InferOutput<typeof modelSchema>;

/** How much of a dataset has vectors of the model of the settings. */
export const datasetVectorsSchema = v.object({
  id: idSchema,
  name: shownNameSchema,
  /** Chunks of its documents that are embedded or wait for a new model; null where they are not counted yet. */
  chunks: v.nullable(count),
  /** Those of them that have a vector; null where they are not counted yet. */
  vectors: v.nullable(count),
  /** Documents with chunks whose first vectors are not made yet, or could not be made. */
  waiting: count,
  /** `none`: no model is set, or the dataset has nothing to embed. */
  state: v.picklist(['none', 'building', 'ready']),
  /** At the present speed; null where it is not known. */
  seconds_left: v.nullable(count),
});

export type DatasetVectors = v.InferOutput<typeof datasetVectorsSchema>;

/** The models of the server, each null where no setting names one, and a page of datasets by name. */
export const modelsSchema = v.object({
  embeddings: v.nullable(modelSchema),
  rerank: v.nullable(modelSchema),
  chat: v.nullable(modelSchema),
  datasets: v.array(datasetVectorsSchema),
  /** Absent on the last page. */
  next_cursor: v.optional(v.string()),
});

export type Models = v.InferOutput<typeof modelsSchema>;

/** Which model is sent one text. */
export const testModelInputSchema = v.object({
  model: v.picklist(MODEL_NAMES, 'Unknown model'),
});

export type TestModelInput = v.InferOutput<typeof testModelInputSchema>;

/** How long the model took, in milliseconds. */
export const testedModelSchema = v.object({ milliseconds: v.pipe(v.number(), v.minValue(0)) });

export type TestedModel = v.InferOutput<typeof testedModelSchema>;
