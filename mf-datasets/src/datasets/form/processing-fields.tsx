import { LEGACY_ENCODINGS, legacyEncodingLabel, SEARCH_LANGUAGES } from '@carrel/shared/contract';
import { CheckboxField, Grid, Stack, TextAreaField, TextField } from '@carrel/shared/ui';
import { SelectField } from '@carrel/shared/ui/signed-in';
import { useWatch } from 'react-hook-form';

import { INVALID_METADATA_JSON } from '../dataset-form.ts';
import type { DatasetFormInput } from '../dataset-form.ts';
import { ChunkPreview } from '../preview/chunk-preview.tsx';
import { CHUNK_SIZES, chunkSizeIn, withChunkSize } from './chunk-sizes.ts';
import { findJsonFault } from './json-fault.ts';
import type { DatasetForm } from './use-dataset-form.ts';

const TEMPLATE_HINT =
  'A Liquid template for the text that is embedded. It sees chunk.text, chunk.index, ' +
  'document.name, document.path, document.metadata.* and, of the parameters, metadata.*. ' +
  'Empty: the text of the chunk alone.';
const METADATA_HINT =
  'A JSON object, given to every chunk as metadata. chunk_size and chunk_overlap, in characters, ' +
  'set how documents are split (1200 and 150 when absent).';

const ORIGINALS_HINT =
  'Originals can be opened and downloaded after their archive is purged. They count in your storage.';

const LANGUAGE_HINT = 'Searches find words by their stems in this language.';
const LANGUAGES = [
  { value: '', label: 'Detect for each document' },
  ...SEARCH_LANGUAGES.map((value) => ({
    value,
    label: `${value.charAt(0).toUpperCase()}${value.slice(1)}`,
  })),
];

const ENCODING_HINT =
  'For text, CSV, HTML and mails that are not in UTF-8 and do not say their encoding.';
const ENCODINGS = [
  { value: '', label: 'Detect for each file' },
  ...LEGACY_ENCODINGS.map((value) => ({ value, label: legacyEncodingLabel(value) })),
];

interface ProcessingFieldsProps {
  form: DatasetForm;
  /** Shows a preview, which only those may see who may change the fields. */
  previews?: boolean;
}

/** The fields of what documents are processed with. */
export function ProcessingFields({ form, previews = true }: ProcessingFieldsProps) {
  const [template, metadata] = useWatch({
    control: form.control,
    name: ['chunk_template', 'metadata_parameters'],
  });
  const { errors, submitCount } = form.formState;

  return (
    <Stack gap="4">
      <Grid templateColumns={{ md: '1fr 1fr' }} gap="4">
        {CHUNK_SIZES.map(({ key, label, absent }) => {
          const size = chunkSizeIn(metadata, key);
          return (
            <TextField
              key={key}
              label={label}
              type="number"
              inputMode="numeric"
              min="0"
              placeholder={absent}
              hint={size === null ? 'Set in the metadata parameters below.' : 'In characters.'}
              disabled={size === null}
              value={size ?? ''}
              onChange={({ target }) =>
                form.setValue('metadata_parameters', withChunkSize(metadata, key, target.value), {
                  shouldDirty: true,
                  shouldValidate: submitCount > 0,
                })
              }
            />
          );
        })}
      </Grid>
      <TextAreaField
        label="Chunk template"
        mono
        rows={4}
        placeholder="{{ document.name }}: {{ chunk.text }}"
        hint={TEMPLATE_HINT}
        error={errors.chunk_template?.message}
        {...form.register('chunk_template')}
      />
      <SelectField
        label="Language"
        hint={LANGUAGE_HINT}
        options={LANGUAGES}
        error={errors.language?.message}
        {...form.register('language')}
      />
      <SelectField
        label="Encoding of older text files"
        hint={ENCODING_HINT}
        options={ENCODINGS}
        error={errors.legacy_encoding?.message}
        {...form.register('legacy_encoding')}
      />
      <TextAreaField
        label="Metadata parameters"
        mono
        rows={4}
        placeholder={'{ "chunk_size": 1200 }'}
        hint={metadataHint(errors.metadata_parameters?.message, form.getValues)}
        error={errors.metadata_parameters?.message}
        {...form.register('metadata_parameters')}
      />
      <CheckboxField
        label="Keep original files"
        description={ORIGINALS_HINT}
        {...form.register('keep_originals')}
      />
      {previews && <ChunkPreview template={template} metadata={metadata} />}
    </Stack>
  );
}

/** Returns the position of an error in the JSON, or the usual hint. */
function metadataHint(error: string | undefined, getValues: () => DatasetFormInput): string {
  if (error !== INVALID_METADATA_JSON) return METADATA_HINT;
  const fault = findJsonFault(getValues().metadata_parameters);
  return fault === null ? METADATA_HINT : `Line ${fault.line}, column ${fault.column}`;
}
