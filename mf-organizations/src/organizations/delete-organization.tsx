import { messageOf } from '@carrel/shared/api';
import type { Organization } from '@carrel/shared/contract';
import { Button } from '@carrel/shared/ui';
import { ActionRow, useConfirm } from '@carrel/shared/ui/signed-in';

import { deleteOrganization } from '../data/organizations.api.ts';
import { useReloadOrganizations } from '../data/use-reload-organizations.ts';

const CONSEQUENCES = [
  'All workspaces, datasets and documents of the organization are deleted',
  'All uploaded archives are deleted',
  'All members lose their access',
  'This cannot be undone',
];

interface DeleteOrganizationProps {
  organization: Organization;
  onLeft: () => void;
}

export function DeleteOrganization({ organization, onLeft }: DeleteOrganizationProps) {
  const reloadOrganizations = useReloadOrganizations();
  const deletion = useConfirm(() => ({
    title: 'Delete organization',
    name: organization.name,
    consequences: CONSEQUENCES,
    confirmLabel: 'Delete organization',
    typeToConfirm: organization.name,
    act: () => deleteOrganization(organization.id),
    done: 'Organization deleted successfully',
    failed: (error) => messageOf(error, 'Failed to delete organization'),
    leaves: true,
    after: () => {
      onLeft();
      return reloadOrganizations();
    },
  }));

  return (
    <ActionRow text="Deleting an organization removes everything in it for all of its members.">
      <Button variant="danger" onClick={() => deletion.ask()}>
        Delete Organization
      </Button>
      {deletion.dialog}
    </ActionRow>
  );
}
