import { listDatasetsQuery } from '@carrel/shared/api';
import { shownName } from '@carrel/shared/contract';
import { CheckboxField, Stack, Text } from '@carrel/shared/ui';
import { useQuery } from '@tanstack/react-query';
import type { InputHTMLAttributes } from 'react';

interface ChooseDatasetsProps {
  organizationId: string;
  /** Connects a checkbox with the form. */
  register: (name: 'dataset_ids') => InputHTMLAttributes<HTMLInputElement>;
}

/** The datasets of the organization, as checkboxes. */
export function ChooseDatasets({ organizationId, register }: ChooseDatasetsProps) {
  const { data, isError } = useQuery(listDatasetsQuery(organizationId));
  if (isError) return <Text color="fg.muted">The datasets could not be read.</Text>;
  const datasets = data?.datasets ?? [];
  return (
    <Stack
      as="fieldset"
      gap="2"
      maxHeight="14rem"
      overflowY="auto"
      tabIndex={0}
      aria-label="Datasets"
    >
      {datasets.length === 0 && <Text color="fg.muted">There are no datasets.</Text>}
      {datasets.map(({ id, name }) => (
        <CheckboxField key={id} label={shownName(name)} value={id} {...register('dataset_ids')} />
      ))}
    </Stack>
  );
}
