import * as v from 'valibot';

import { MOVED_RULES } from './document-moves.ts';
import { LEGACY_ENCODINGS } from './legacy-encodings.ts';
import { shownNameSchema } from './names.ts';
import { SEARCH_LANGUAGES } from './search-language.ts';
import { isStorableJson, storable } from './storable.ts';
import { descriptionSchema, idSchema, nameSchema, timestampSchema } from './text.ts';

/** Characters in a chunk, and characters it repeats of the one before, when a dataset sets neither. */
export const CHUNK_SIZE_DEFAULT = 1200;
export const CHUNK_OVERLAP_DEFAULT = 150;
export const CHUNK_SIZE_MIN = 10;
export const CHUNK_SIZE_MAX = 100_000;
/** Characters of a chunk template, and of the metadata parameters written as JSON. */
export const CHUNK_TEMPLATE_MAX = 20_000;
export const METADATA_PARAMETERS_MAX = 100_000;

const wholeNumber = (key: string) =>
  v.pipe(v.number(`${key} must be a whole number`), v.integer(`${key} must be a whole number`));

/**
 * A JSON object that every chunk's template gets as `metadata`. Its keys `chunk_size` and `chunk_overlap`, in
 * characters, set the splitter; the overlap is smaller than the size.
 */
export const metadataParametersSchema = v.pipe(
  // To `objectWithRest` an array is an object with its indexes as keys.
  v.custom<Record<string, unknown>>(
    (value) => !Array.isArray(value),
    'Metadata parameters must be a JSON object',
  ),
  v.objectWithRest(
    {
      chunk_size: v.optional(
        v.pipe(
          wholeNumber('chunk_size'),
          v.minValue(CHUNK_SIZE_MIN, `chunk_size must be at least ${CHUNK_SIZE_MIN}`),
          v.maxValue(CHUNK_SIZE_MAX, `chunk_size must be at most ${CHUNK_SIZE_MAX}`),
        ),
      ),
      chunk_overlap: v.optional(
        v.pipe(wholeNumber('chunk_overlap'), v.minValue(0, 'chunk_overlap must not be negative')),
      ),
    },
    v.unknown(),
    'Metadata parameters must be a JSON object',
  ),
  v.check(
    ({ chunk_size = CHUNK_SIZE_DEFAULT, chunk_overlap }) =>
      chunk_overlap === undefined || chunk_overlap < chunk_size,
    'chunk_overlap must be smaller than chunk_size',
  ),
  v.check(
    (parameters) => isStorableJson(parameters),
    'Metadata parameters contain a character that cannot be stored',
  ),
  v.check(
    (parameters) => JSON.stringify(parameters).length <= METADATA_PARAMETERS_MAX,
    `Metadata parameters must be less than ${METADATA_PARAMETERS_MAX} characters`,
  ),
);

export type MetadataParameters = v.InferOutput<typeof metadataParametersSchema>;

/** A Liquid template that renders each chunk's text before it is embedded. */
export const chunkTemplateSchema = v.pipe(
  v.string(),
  v.maxLength(
    CHUNK_TEMPLATE_MAX,
    `Chunk template must be less than ${CHUNK_TEMPLATE_MAX} characters`,
  ),
  storable,
);

/** The language by whose rules words are searched. Without one it is detected for each document. */
const languageSchema = v.picklist(SEARCH_LANGUAGES, 'Unknown language');

/** The encoding of older text files that do not say theirs. Without one it is detected for each. */
const legacyEncodingSchema = v.picklist(LEGACY_ENCODINGS, 'Unknown encoding');

/** Versions of a document that are kept after it is replaced, and for how many days. */
export const KEEP_VERSIONS_DEFAULT = 5;
export const KEEP_VERSIONS_MAX = 100;
export const KEEP_VERSIONS_DAYS_DEFAULT = 30;
export const KEEP_VERSIONS_DAYS_MAX = 3650;

const between = (key: string, least: number, most: number) =>
  v.pipe(
    wholeNumber(key),
    v.minValue(least, `${key} must be at least ${least}`),
    v.maxValue(most, `${key} must be at most ${most}`),
  );

const versionSettings = {
  /** 0 for none. */
  keep_versions: v.optional(between('keep_versions', 0, KEEP_VERSIONS_MAX)),
  keep_versions_days: v.optional(between('keep_versions_days', 1, KEEP_VERSIONS_DAYS_MAX)),
};

export const datasetSchema = v.object({
  id: idSchema,
  name: shownNameSchema,
  description: v.nullish(v.string()),
  chunk_template: v.nullish(v.string()),
  metadata_parameters: v.nullish(v.record(v.string(), v.unknown())),
  /** One of `SEARCH_LANGUAGES`, or a language that this client does not know. */
  language: v.nullish(v.string()),
  /** One of `LEGACY_ENCODINGS`, or an encoding that this client does not know. */
  legacy_encoding: v.nullish(v.string()),
  /** `named` where only people and groups with access see it; absent from servers that do not know that. */
  access: v.nullish(v.string()),
  /** What the caller may do with it where it is `named`, if that is not the role in the organization. */
  role: v.nullish(v.string()),
  /** Whether the original bytes of its documents outlive their archives. */
  keep_originals: v.nullish(v.boolean()),
  /** How many versions of a document are kept after it is replaced, and for how many days. */
  keep_versions: v.nullish(v.number()),
  keep_versions_days: v.nullish(v.number()),
  /** One of `MOVED_RULES`; absent where nobody has chosen, which is as `keep`. */
  moved_documents: v.nullish(v.string()),
  /** Documents, and how many of them failed. */
  document_count: v.nullish(v.number()),
  failed_count: v.nullish(v.number()),
  /** When its settings, documents or archives changed last. */
  changed_at: v.nullish(timestampSchema),
});

export type Dataset = v.InferOutput<typeof datasetSchema>;

export const datasetListSchema = v.object({ datasets: v.array(datasetSchema) });

export const attachedDatasetsSchema = v.object({
  ...datasetListSchema.entries,
  /** How many more are attached that the caller cannot reach, as far as the caller may know of them; absent for none. */
  left_out: v.optional(v.number()),
});

export type AttachedDatasets = v.InferOutput<typeof attachedDatasetsSchema>;

export const createDatasetInputSchema = v.object({
  name: nameSchema('Dataset name'),
  description: v.optional(descriptionSchema),
  chunk_template: v.optional(chunkTemplateSchema),
  metadata_parameters: v.optional(metadataParametersSchema),
  language: v.optional(languageSchema),
  legacy_encoding: v.optional(legacyEncodingSchema),
  keep_originals: v.optional(v.boolean()),
  ...versionSettings,
});

export type CreateDatasetInput = v.InferOutput<typeof createDatasetInputSchema>;

/** What is absent stays unchanged; what is null is deleted. */
export const updateDatasetInputSchema = v.object({
  name: v.optional(nameSchema('Dataset name')),
  description: v.optional(v.nullable(descriptionSchema)),
  chunk_template: v.optional(v.nullable(chunkTemplateSchema)),
  metadata_parameters: v.optional(v.nullable(metadataParametersSchema)),
  language: v.optional(v.nullable(languageSchema)),
  legacy_encoding: v.optional(v.nullable(legacyEncodingSchema)),
  keep_originals: v.optional(v.boolean()),
  ...versionSettings,
  moved_documents: v.optional(v.picklist(MOVED_RULES, 'Unknown rule')),
});

export type UpdateDatasetInput = v.InferOutput<typeof updateDatasetInputSchema>;

export const PREVIEW_TEXT_MAX = 20_000;

/** A sample text, or a document in its place, and the settings that split it. */
export const previewChunksInputSchema = v.object({
  text: v.pipe(
    v.string(),
    v.maxLength(PREVIEW_TEXT_MAX, `Text must be at most ${PREVIEW_TEXT_MAX} characters`),
  ),
  /** Its first `PREVIEW_TEXT_MAX` characters are split in place of `text`, and `name` is its own. */
  document: v.optional(v.object({ dataset_id: idSchema, document_id: idSchema })),
  name: v.optional(v.pipe(v.string(), v.maxLength(255, 'Name must be at most 255 characters'))),
  chunk_template: v.optional(v.nullable(chunkTemplateSchema)),
  metadata_parameters: v.optional(v.nullable(metadataParametersSchema)),
});

export type PreviewChunksInput = v.InferOutput<typeof previewChunksInputSchema>;

/** The chunks of a sample text; `rendered` where there is a template. */
export const chunkPreviewSchema = v.object({
  chunks: v.array(
    v.object({ index: v.number(), text: v.string(), rendered: v.nullish(v.string()) }),
  ),
});

export type ChunkPreview = v.InferOutput<typeof chunkPreviewSchema>;
