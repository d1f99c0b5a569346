import type { Dataset } from '@carrel/shared/contract';
import { Box, Button, Flex, Stack, Text, TextAreaField, TextField } from '@carrel/shared/ui';
import { Panel } from '@carrel/shared/ui/signed-in';

import { ProcessingFields } from '../datasets/form/processing-fields.tsx';
import { useDatasetForm } from '../datasets/form/use-dataset-form.ts';
import { useProcessAgain } from '../datasets/use-process-again.tsx';

interface SettingsFormProps {
  dataset: Dataset;
  /** Without it the fields are only read. */
  mayEdit: boolean;
}

/** The fields of a dataset. After a change that chunks are made with, it asks about the documents. */
export function SettingsForm({ dataset, mayEdit }: SettingsFormProps) {
  const again = useProcessAgain();
  const { form, submit } = useDatasetForm({
    dataset,
    onSaved: () => form.reset(form.getValues()),
    onSettingsChanged: (changed) => void again.ask(changed),
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  return (
    <>
      <form
        noValidate
        aria-label="Settings of the dataset"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSubmitting) void submit(event);
        }}
      >
        <Box asChild minWidth="0">
          <fieldset disabled={!mayEdit}>
            <Stack gap="6">
              {!mayEdit && (
                <Text color="fg.muted">
                  {(dataset.role ?? null) === null
                    ? 'Only an Owner, Admin or Editor can change the settings of a dataset.'
                    : 'Only a Manager of this dataset can change its settings.'}
                </Text>
              )}
              <Panel title="General">
                <Stack gap="4">
                  <TextField
                    label="Name"
                    autoComplete="off"
                    required
                    error={errors.name?.message}
                    {...form.register('name')}
                  />
                  <TextAreaField
                    label="Description"
                    rows={2}
                    error={errors.description?.message}
                    {...form.register('description')}
                  />
                </Stack>
              </Panel>
              <Panel
                title="Processing"
                description="How documents are split, searched and read. It applies to documents that are added, and to those that are processed again."
              >
                <ProcessingFields form={form} datasetId={dataset.id} previews={mayEdit} />
              </Panel>
              {mayEdit && (
                <Flex justify="flex-end" gap="2">
                  {isDirty && (
                    <Button onClick={() => form.reset()} disabled={isSubmitting}>
                      Discard changes
                    </Button>
                  )}
                  <Button
                    type="submit"
                    variant="primary"
                    loading={isSubmitting}
                    disabled={!isDirty}
                  >
                    Save changes
                  </Button>
                </Flex>
              )}
            </Stack>
          </fieldset>
        </Box>
      </form>
      {again.dialog}
    </>
  );
}
