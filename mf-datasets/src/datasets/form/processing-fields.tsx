import { LEGACY_ENCODINGS, legacyEncodingLabel, SEARCH_LANGUAGES } from '@carrel/shared/contract';
import { CheckboxField, Grid, Stack, TextAreaField, TextField } from '@carrel/shared/ui';
import { SelectField } from '@carrel/shared/ui/signed-in';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';

import { LazyChunkPreview } from '../preview/lazy-chunk-preview.tsx';
import { MOVED_HINT, MOVED_OPTIONS } from '../../data/moves/moved-rules.ts';
import { CHUNK_SIZES, chunkSizeIn, withChunkSize } from './chunk-sizes.ts';
import { MetadataField } from './metadata-field.tsx';
import type { DatasetForm } from './use-dataset-form.ts';
import { VersionFields } from './version-fields.tsx';

const TEMPLATE_HINT =
  'A Liquid template for the text that is embedded. It sees chunk.text, chunk.index, ' +
  'document.name, document.path, document.metadata.* and, of the parameters, metadata.*. ' +
  'Empty: the text of the chunk alone.';
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
  /** The dataset, whose documents can be previewed; absent for a new one. */
  datasetId?: string | undefined;
}

/** The fields of what documents are processed with. */
export function ProcessingFields({ form, datasetId, previews = true }: ProcessingFieldsProps) {
  const [template, metadata] = useWatch({
    control: form.control,
    name: ['chunk_template', 'metadata_parameters'],
  });
  const { errors, submitCount } = form.formState;
  const metadataFault = errors.metadata_parameters?.message;
  const sizeFault = CHUNK_SIZES.find(
    ({ key }) =>
      metadataFault?.startsWith(`${key} `) === true && chunkSizeIn(metadata, key) !== null,
  )?.key;
  const sizes = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sizeFault === undefined || submitCount === 0) return;
    sizes.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [sizeFault, submitCount]);

  return (
    <Stack gap="4">
      <Grid ref={sizes} templateColumns={{ md: '1fr 1fr' }} gap="4">
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
              hint={size === null ? 'Set in the metadata below.' : 'In characters.'}
              error={sizeFault === key ? metadataFault : undefined}
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
      <MetadataField form={form} error={sizeFault === undefined ? metadataFault : undefined} />
      <CheckboxField
        label="Keep original files"
        description={ORIGINALS_HINT}
        {...form.register('keep_originals')}
      />
      <VersionFields form={form} />
      {datasetId !== undefined && (
        <SelectField
          label="Documents that were moved"
          hint={MOVED_HINT}
          options={MOVED_OPTIONS}
          {...form.register('moved_documents')}
        />
      )}
      {previews && (
        <LazyChunkPreview datasetId={datasetId} template={template} metadata={metadata} />
      )}
    </Stack>
  );
}
