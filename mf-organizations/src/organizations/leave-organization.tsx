import { isApiError, messageOf } from '@carrel/shared/api';
import type { Organization } from '@carrel/shared/contract';
import { Button, toast } from '@carrel/shared/ui';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { DangerRow } from '../parts/danger-row.tsx';
import { leaveOrganization } from '../data/organizations.api.ts';
import { useReloadOrganizations } from '../data/use-reload-organizations.ts';

interface LeaveOrganizationProps {
  organization: Organization;
  onLeft: () => void;
}

/** Ends the user's own membership. It disappears if the server lacks the call. */
export function LeaveOrganization({ organization, onLeft }: LeaveOrganizationProps) {
  const reloadOrganizations = useReloadOrganizations();
  const [asking, setAsking] = useState(false);
  const leaving = useMutation({
    mutationFn: () => leaveOrganization(organization.id),
    onSuccess: async () => {
      toast.success(`You have left ${organization.name}`);
      onLeft();
      await reloadOrganizations();
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to leave organization')),
  });
  if (isApiError(leaving.error) && leaving.error.status === 404) return null;

  return (
    <DangerRow text="Leaving ends your own access. The organization and its data stay.">
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Leave Organization
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => leaving.mutateAsync()}
        title="Leave organization"
        name={organization.name}
        consequences={[
          'You lose all access to the organization and its data',
          'Invitations that you sent can no longer be accepted',
          'Coming back takes a new invitation',
        ]}
        confirmLabel="Leave organization"
        // Until the settings are left: a user leaves once.
        pending={leaving.isPending || leaving.isSuccess}
      />
    </DangerRow>
  );
}
