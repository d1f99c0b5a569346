import { Grid, TextField } from '@carrel/shared/ui';

import type { DatasetForm } from './use-dataset-form.ts';

/** How many versions of a document are kept after it is replaced, and for how long. */
export function VersionFields({ form }: { form: DatasetForm }) {
  const { errors } = form.formState;
  return (
    <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
      <TextField
        label="Versions to keep"
        hint="Of each document, after it is replaced. 0 keeps none. Their originals count in the storage of the organization."
        inputMode="numeric"
        error={errors.keep_versions?.message}
        {...form.register('keep_versions')}
      />
      <TextField
        label="Days to keep versions"
        hint="Versions are deleted after that."
        inputMode="numeric"
        error={errors.keep_versions_days?.message}
        {...form.register('keep_versions_days')}
      />
    </Grid>
  );
}
