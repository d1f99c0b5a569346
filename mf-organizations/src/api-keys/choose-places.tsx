import { listDatasetsQuery, listWorkspacesQuery } from '@carrel/shared/api';
import { shownName } from '@carrel/shared/contract';
import { CheckboxField, Stack, Text } from '@carrel/shared/ui';
import { useQuery } from '@tanstack/react-query';
import type { InputHTMLAttributes } from 'react';

type Places = 'workspace_ids' | 'dataset_ids';

interface ChoosePlacesProps {
  organizationId: string;
  /** Connects a checkbox with the form. */
  register: (name: Places) => InputHTMLAttributes<HTMLInputElement>;
}

/** The workspaces and datasets of the organization, as checkboxes. */
export function ChoosePlaces({ organizationId, register }: ChoosePlacesProps) {
  const workspaces = useQuery(listWorkspacesQuery(organizationId));
  const datasets = useQuery(listDatasetsQuery(organizationId));
  const lists = [
    {
      name: 'workspace_ids',
      title: 'Workspaces, with the datasets that are attached to them',
      places: workspaces.data?.workspaces,
    },
    { name: 'dataset_ids', title: 'Datasets', places: datasets.data?.datasets },
  ] as const;
  if (workspaces.isError || datasets.isError) {
    return <Text color="fg.muted">The workspaces and datasets could not be read.</Text>;
  }
  return (
    <Stack gap="4" maxHeight="14rem" overflowY="auto" tabIndex={0} aria-label="Places">
      {lists.map(({ name, title, places = [] }) => (
        <Stack key={name} as="fieldset" gap="2" aria-label={title}>
          <Text fontSize="sm" color="fg.muted">
            {places.length === 0 ? `${title}: none` : title}
          </Text>
          {places.map(({ id, name: label }) => (
            <CheckboxField key={id} label={shownName(label)} value={id} {...register(name)} />
          ))}
        </Stack>
      ))}
    </Stack>
  );
}
