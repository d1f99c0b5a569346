import { chunkTemplateSchema, descriptionSchema, nameSchema } from '@carrel/shared/contract';
import {
  KEEP_VERSIONS_DAYS_DEFAULT,
  KEEP_VERSIONS_DAYS_MAX,
  KEEP_VERSIONS_DEFAULT,
  KEEP_VERSIONS_MAX,
  LEGACY_ENCODINGS,
  metadataParametersSchema,
  MOVED_RULES,
  SEARCH_LANGUAGES,
} from '@carrel/shared/contract';
import type {
  CreateDatasetInput,
  Dataset,
  MetadataParameters,
  PreviewChunksInput,
  UpdateDatasetInput,
} from '@carrel/shared/contract';
import * as v from 'valibot';

export const INVALID_METADATA_JSON = 'Invalid JSON format for metadata parameters';

export const UNSAFE_METADATA_NUMBER =
  'Metadata parameters contain a number beyond 9007199254740991, which would be rounded';

export const UNNAMED_METADATA = 'Metadata has a value without a key';

/**
 * A JSON object typed into a text field; an empty field is undefined. Issues of the object's keys are the field's, as
 * the form has no field for a key.
 */
const metadataTextSchema = v.pipe(
  v.string(),
  v.trim(),
  v.rawTransform(({ dataset, addIssue, NEVER }): MetadataParameters | undefined => {
    if (dataset.value === '') return undefined;
    let isSafe = true;
    let parsed: unknown;
    try {
      parsed = JSON.parse(dataset.value, (_, value: unknown) => {
        if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) isSafe = false;
        return value;
      });
    } catch {
      addIssue({ message: INVALID_METADATA_JSON });
      return NEVER;
    }
    const result = v.safeParse(metadataParametersSchema, parsed);
    for (const { message } of result.issues ?? []) addIssue({ message });
    if (!isSafe) addIssue({ message: UNSAFE_METADATA_NUMBER });
    const isNamed = !result.success || !Object.hasOwn(result.output, '');
    if (!isNamed) addIssue({ message: UNNAMED_METADATA });
    return result.success && isSafe && isNamed ? result.output : NEVER;
  }),
);

/** A number that is typed, within bounds. */
const wholeNumberText = (label: string, least: number, most: number) => {
  const message = `${label} must be a whole number from ${least} to ${most.toLocaleString('en-US')}`;
  return v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,9}$/, message),
    v.transform(Number),
    v.minValue(least, message),
    v.maxValue(most, message),
  );
};

/** Input and output of the dataset form. */
export const datasetFormSchema = v.object({
  name: nameSchema('Dataset name'),
  description: descriptionSchema,
  chunk_template: chunkTemplateSchema,
  metadata_parameters: metadataTextSchema,
  /** Empty to detect it. */
  language: v.picklist(['', ...SEARCH_LANGUAGES]),
  /** Empty to detect it. */
  legacy_encoding: v.picklist(['', ...LEGACY_ENCODINGS]),
  keep_originals: v.boolean(),
  keep_versions: wholeNumberText('Versions to keep', 0, KEEP_VERSIONS_MAX),
  /** Empty until it is chosen. */
  moved_documents: v.picklist(['', ...MOVED_RULES]),
  keep_versions_days: wholeNumberText('Days', 1, KEEP_VERSIONS_DAYS_MAX),
});

export type DatasetFormInput = v.InferInput<typeof datasetFormSchema>;
export type DatasetFormOutput = v.InferOutput<typeof datasetFormSchema>;

/** Returns the form's values for a dataset, or for a new one. */
export function datasetFormInput(dataset?: Dataset): DatasetFormInput {
  const metadata = dataset?.metadata_parameters;
  return {
    name: dataset?.name ?? '',
    description: dataset?.description ?? '',
    chunk_template: dataset?.chunk_template ?? '',
    metadata_parameters:
      metadata === undefined || metadata === null ? '' : JSON.stringify(metadata, null, 2),
    language: SEARCH_LANGUAGES.find((language) => language === dataset?.language) ?? '',
    legacy_encoding:
      LEGACY_ENCODINGS.find((encoding) => encoding === dataset?.legacy_encoding) ?? '',
    keep_originals: dataset?.keep_originals ?? true,
    keep_versions: String(dataset?.keep_versions ?? KEEP_VERSIONS_DEFAULT),
    moved_documents: MOVED_RULES.find((rule) => rule === dataset?.moved_documents) ?? '',
    keep_versions_days: String(dataset?.keep_versions_days ?? KEEP_VERSIONS_DAYS_DEFAULT),
  };
}

/** Returns the request for a new dataset: empty fields, and what is so without them, are left out. */
export function createDatasetInput(form: DatasetFormOutput): CreateDatasetInput {
  return {
    name: form.name,
    ...(form.description === '' ? {} : { description: form.description }),
    ...(form.chunk_template.trim() === '' ? {} : { chunk_template: form.chunk_template }),
    ...(form.metadata_parameters === undefined
      ? {}
      : { metadata_parameters: form.metadata_parameters }),
    ...(form.language === '' ? {} : { language: form.language }),
    ...(form.legacy_encoding === '' ? {} : { legacy_encoding: form.legacy_encoding }),
    ...(form.keep_originals ? {} : { keep_originals: false }),
    ...(form.keep_versions === KEEP_VERSIONS_DEFAULT ? {} : { keep_versions: form.keep_versions }),
    ...(form.keep_versions_days === KEEP_VERSIONS_DAYS_DEFAULT
      ? {}
      : { keep_versions_days: form.keep_versions_days }),
  };
}

/**
 * Returns the request for a changed dataset: null removes a value, fields that were empty are left out, and so is what
 * is kept of documents where it stays.
 */
export function updateDatasetInput(before: Dataset, form: DatasetFormOutput): UpdateDatasetInput {
  const {
    keep_originals: _,
    keep_versions: __,
    keep_versions_days: ___,
    ...fields
  } = createDatasetInput(form);
  const input: UpdateDatasetInput = fields;
  const { keep_originals, keep_versions, keep_versions_days } = form;
  if (keep_versions !== (before.keep_versions ?? KEEP_VERSIONS_DEFAULT)) {
    input.keep_versions = keep_versions;
  }
  if (keep_versions_days !== (before.keep_versions_days ?? KEEP_VERSIONS_DAYS_DEFAULT)) {
    input.keep_versions_days = keep_versions_days;
  }
  const { moved_documents } = form;
  if (moved_documents !== '' && moved_documents !== before.moved_documents) {
    input.moved_documents = moved_documents;
  }
  if (keep_originals !== (before.keep_originals ?? true)) input.keep_originals = keep_originals;
  for (const field of [
    'description',
    'chunk_template',
    'metadata_parameters',
    'language',
    'legacy_encoding',
  ] as const) {
    if (input[field] === undefined && (before[field] ?? '') !== '') input[field] = null;
  }
  return input;
}

/** Returns the request for a preview of the chunks of a sample text or a document; null while the form is invalid. */
export function previewInput(
  form: Pick<DatasetFormInput, 'chunk_template' | 'metadata_parameters'>,
  previewed: Pick<PreviewChunksInput, 'text' | 'document'>,
): PreviewChunksInput | null {
  const { chunk_template, metadata_parameters } = datasetFormSchema.entries;
  const template = v.safeParse(chunk_template, form.chunk_template);
  const metadata = v.safeParse(metadata_parameters, form.metadata_parameters);
  if (!template.success || !metadata.success) return null;
  return {
    ...previewed,
    ...(template.output.trim() === '' ? {} : { chunk_template: template.output }),
    ...(metadata.output === undefined ? {} : { metadata_parameters: metadata.output }),
  };
}
