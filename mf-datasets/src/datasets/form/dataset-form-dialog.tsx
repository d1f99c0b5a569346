import { duplicateNameQuestion, messageOf, queryKeys, useSubmit } from '@carrel/shared/api';
import {
  LEGACY_ENCODINGS,
  legacyEncodingLabel,
  SEARCH_LANGUAGES,
  type Dataset,
} from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { CheckboxField, TextAreaField, toast } from '@carrel/shared/ui';
import { DescriptionFormDialog, SelectField } from '@carrel/shared/ui/signed-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';

import { ChunkPreview } from '../preview/chunk-preview.tsx';
import {
  INVALID_METADATA_JSON,
  createDatasetInput,
  datasetFormInput,
  datasetFormSchema,
  updateDatasetInput,
} from '../dataset-form.ts';
import type { DatasetFormInput, DatasetFormOutput } from '../dataset-form.ts';
import { createDataset, updateDataset } from '../../data/datasets.api.ts';
import { findJsonFault } from './json-fault.ts';
import type { NewDataset } from '../new-dataset-notice.tsx';

interface DatasetFormDialogProps {
  /** The dataset to change; without one a new one is created. */
  dataset?: Dataset;
  onClose: () => void;
  onCreated: (dataset: NewDataset) => void;
}

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

/** Creates a dataset, or changes one. */
export function DatasetFormDialog({ dataset, onClose, onCreated }: DatasetFormDialogProps) {
  const form = useForm<DatasetFormInput, unknown, DatasetFormOutput>({
    resolver: valibotResolver(datasetFormSchema),
    defaultValues: datasetFormInput(dataset),
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const [template, metadata] = useWatch({
    control: form.control,
    name: ['chunk_template', 'metadata_parameters'],
  });
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: async (output: DatasetFormOutput) => {
      if (dataset === undefined) return createDataset(organizationId, createDatasetInput(output));
      await updateDataset(organizationId, dataset.id, updateDatasetInput(dataset, output));
      return null;
    },
    onSuccess: (created, { name }) => {
      toast.success(`Dataset ${created ? 'created' : 'updated'} successfully!`);
      if (created) onCreated({ id: created.id, name });
      onClose();
      return queryClient.invalidateQueries({ queryKey: queryKeys.datasets(organizationId) });
    },
  });
  const submit = useSubmit(form, {
    askAboutName: ({ name }) =>
      name === dataset?.name
        ? undefined
        : duplicateNameQuestion(
            'dataset',
            name,
            queryClient.getQueryData<{ datasets: Dataset[] }>(queryKeys.datasets(organizationId))
              ?.datasets,
            dataset?.id,
          ),
    send: save.mutateAsync,
    onFailed: (error) =>
      toast.error(
        messageOf(error, `Failed to ${dataset ? 'update' : 'create'} dataset. Please try again.`),
      ),
  });

  return (
    <DescriptionFormDialog
      open
      onClose={onClose}
      title={dataset ? 'Edit dataset' : 'Create Dataset'}
      submitLabel={dataset ? 'Save changes' : 'Create dataset'}
      onSubmit={submit}
      submitting={isSubmitting}
      dirty={isDirty}
      name={{ error: errors.name?.message, ...form.register('name') }}
      description={{ error: errors.description?.message, ...form.register('description') }}
    >
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
    </DescriptionFormDialog>
  );
}

/** Returns the position of an error in the JSON, or the usual hint. */
function metadataHint(error: string | undefined, getValues: () => DatasetFormInput): string {
  if (error !== INVALID_METADATA_JSON) return METADATA_HINT;
  const fault = findJsonFault(getValues().metadata_parameters);
  return fault === null ? METADATA_HINT : `Line ${fault.line}, column ${fault.column}`;
}
