import { LEGACY_ENCODINGS, legacyEncodingLabel, SEARCH_LANGUAGES } from '@carrel/shared/contract';
import { Box, CheckboxField, Grid, Stack, TextAreaField, TextField } from '@carrel/shared/ui';
import { SelectField } from '@carrel/shared/ui/signed-in';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';

import { INVALID_METADATA_JSON } from '../dataset-form.ts';
import type { DatasetFormInput, DatasetFormOutput } from '../dataset-form.ts';
import { ChunkPreview } from '../preview/chunk-preview.tsx';
import { CHUNK_SIZES, chunkSizeIn, withChunkSize } from './chunk-sizes.ts';
import { findJsonFault } from './json-fault.ts';

export type DatasetForm = UseFormReturn<DatasetFormInput, unknown, DatasetFormOutput>;

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

const FIELDS = [
  'chunk_template',
  'language',
  'legacy_encoding',
  'metadata_parameters',
  'keep_originals',
] as const;

/** The settings that most datasets need no change of. It opens at an error of one of its fields. */
export function AdvancedSettings({ form }: { form: DatasetForm }) {
  const details = useRef<HTMLDetailsElement>(null);
  const [template, metadata] = useWatch({
    control: form.control,
    name: ['chunk_template', 'metadata_parameters'],
  });
  const { errors, submitCount } = form.formState;
  useOpenAtError(form, details);

  return (
    <Box as="details" ref={details} borderTopWidth="1px" pt="3">
      <Box as="summary" cursor="pointer" fontWeight="medium" borderRadius="sm" py="1">
        Advanced
      </Box>
      <Stack gap="4" mt="3">
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
        <ChunkPreview template={template} metadata={metadata} />
      </Stack>
    </Box>
  );
}

/** Opens the settings when one of them is wrong, and goes to it unless a field above is wrong too. */
function useOpenAtError(form: DatasetForm, details: { current: HTMLDetailsElement | null }): void {
  const { errors, submitCount } = form.formState;
  const wrong = FIELDS.find((field) => errors[field] !== undefined);
  const isWrongAbove = errors.name !== undefined || errors.description !== undefined;
  useEffect(() => {
    if (submitCount === 0 || wrong === undefined || details.current?.open !== false) return;
    details.current.setAttribute('open', '');
    if (!isWrongAbove) form.setFocus(wrong);
  }, [wrong, isWrongAbove, submitCount, details, form]);
}

/** Returns the position of an error in the JSON, or the usual hint. */
function metadataHint(error: string | undefined, getValues: () => DatasetFormInput): string {
  if (error !== INVALID_METADATA_JSON) return METADATA_HINT;
  const fault = findJsonFault(getValues().metadata_parameters);
  return fault === null ? METADATA_HINT : `Line ${fault.line}, column ${fault.column}`;
}
