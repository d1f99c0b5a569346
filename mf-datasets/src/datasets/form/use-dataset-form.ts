import { duplicateNameQuestion, messageOf, queryKeys, useSubmit } from '@carrel/shared/api';
import type { Dataset } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';

import {
  createDatasetInput,
  datasetFormInput,
  datasetFormSchema,
  updateDatasetInput,
} from '../dataset-form.ts';
import type { DatasetFormInput, DatasetFormOutput } from '../dataset-form.ts';
import { createDataset, updateDataset } from '../../data/datasets.api.ts';
import type { NewDataset } from '../new-dataset-notice.tsx';

export type DatasetForm = UseFormReturn<DatasetFormInput, unknown, DatasetFormOutput>;

interface DatasetFormOptions {
  /** The dataset to change; without one a new one is created. */
  dataset?: Dataset | undefined;
  /** Called with a new dataset; with null after a change. */
  onSaved: (created: NewDataset | null) => void;
  /** Called after a change that documents are processed with. */
  onSettingsChanged?: ((dataset: Dataset) => void) | undefined;
}

const PROCESSED_WITH = [
  'chunk_template',
  'metadata_parameters',
  'language',
  'legacy_encoding',
] as const;

/** The form of a dataset, and what submits it: creates one, or changes one. */
export function useDatasetForm({ dataset, onSaved, onSettingsChanged }: DatasetFormOptions) {
  const form: DatasetForm = useForm<DatasetFormInput, unknown, DatasetFormOutput>({
    resolver: valibotResolver(datasetFormSchema),
    defaultValues: datasetFormInput(dataset),
  });
  const { dirtyFields } = form.formState;
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
      const isChanged = PROCESSED_WITH.some((field) => dirtyFields[field] === true);
      onSaved(created && { id: created.id, name });
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
  return { form, submit };
}
