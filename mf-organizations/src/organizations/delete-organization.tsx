import { messageOf } from '@carrel/shared/api';
import type { Organization } from '@carrel/shared/contract';
import { Button, toast } from '@carrel/shared/ui';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { DangerRow } from '../parts/danger-row.tsx';
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
  const [asking, setAsking] = useState(false);
  const deletion = useMutation({
    mutationFn: () => deleteOrganization(organization.id),
    onSuccess: async () => {
      toast.success('Organization deleted successfully');
      onLeft();
      await reloadOrganizations();
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to delete organization')),
  });

  return (
    <DangerRow text="Deleting an organization removes everything in it for all of its members.">
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete Organization
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => deletion.mutateAsync()}
        title="Delete organization"
        name={organization.name}
        consequences={CONSEQUENCES}
        confirmLabel="Delete organization"
        pending={deletion.isPending}
        typeToConfirm={organization.name}
      />
    </DangerRow>
  );
}
