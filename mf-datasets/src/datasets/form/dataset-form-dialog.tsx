import { duplicateNameQuestion, messageOf, queryKeys, useSubmit } from '@carrel/shared/api';
import type { Dataset } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { DescriptionFormDialog } from '@carrel/shared/ui/signed-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';

import {
  createDatasetInput,
  datasetFormInput,
  datasetFormSchema,
  updateDatasetInput,
} from '../dataset-form.ts';
import type { DatasetFormInput, DatasetFormOutput } from '../dataset-form.ts';
import { createDataset, updateDataset } from '../../data/datasets.api.ts';
import { AdvancedSettings } from './advanced-settings.tsx';
import type { NewDataset } from '../new-dataset-notice.tsx';

interface DatasetFormDialogProps {
  /** The dataset to change; without one a new one is created. */
  dataset?: Dataset;
  onClose: () => void;
  onCreated: (dataset: NewDataset) => void;
  /** Called after a change that documents are processed with. */
  onSettingsChanged?: (dataset: Dataset) => void;
}

const PROCESSED_WITH = [
  'chunk_template',
  'metadata_parameters',
  'language',
  'legacy_encoding',
] as const;

/** Creates a dataset, or changes one. */
export function DatasetFormDialog(props: DatasetFormDialogProps) {
  const { dataset, onClose, onCreated, onSettingsChanged } = props;
  const form = useForm<DatasetFormInput, unknown, DatasetFormOutput>({
    resolver: valibotResolver(datasetFormSchema),
    defaultValues: datasetFormInput(dataset),
  });
  const { errors, dirtyFields, isDirty, isSubmitting } = form.formState;
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
      const isChanged = PROCESSED_WITH.some((field) => dirtyFields[field] === true);
      if (dataset !== undefined && isChanged) onSettingsChanged?.(dataset);
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
      <AdvancedSettings form={form} />
    </DescriptionFormDialog>
  );
}
