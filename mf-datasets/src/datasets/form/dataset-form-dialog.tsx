import type { Dataset } from '@carrel/shared/contract';
import { DescriptionFormDialog } from '@carrel/shared/ui/signed-in';

import { AdvancedSettings } from './advanced-settings.tsx';
import { useDatasetForm } from './use-dataset-form.ts';
import type { NewDataset } from '../new-dataset-notice.tsx';

interface DatasetFormDialogProps {
  /** The dataset to change; without one a new one is created. */
  dataset?: Dataset;
  onClose: () => void;
  onCreated: (dataset: NewDataset) => void;
  /** Called after a change that documents are processed with. */
  onSettingsChanged?: (dataset: Dataset) => void;
}

/** Creates a dataset, or changes one. */
export function DatasetFormDialog(props: DatasetFormDialogProps) {
  const { dataset, onClose, onCreated, onSettingsChanged } = props;
  const { form, submit } = useDatasetForm({
    dataset,
    onSaved: (created) => {
      if (created !== null) onCreated(created);
      onClose();
    },
    onSettingsChanged,
  });
  const { errors, isDirty, isSubmitting } = form.formState;

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
      <AdvancedSettings form={form} datasetId={dataset?.id} />
    </DescriptionFormDialog>
  );
}
