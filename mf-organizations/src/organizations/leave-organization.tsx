import { messageOf } from '@carrel/shared/api';
import type { Organization } from '@carrel/shared/contract';
import { Button } from '@carrel/shared/ui';
import { ActionRow, useConfirm } from '@carrel/shared/ui/signed-in';
import { useState } from 'react';

import { leaveOrganization } from '../data/organizations.api.ts';
import { useReloadOrganizations } from '../data/use-reload-organizations.ts';

interface LeaveOrganizationProps {
  organization: Organization;
  onLeft: () => void;
}

/** Ends the user's own membership. It disappears if the server lacks the call. */
export function LeaveOrganization({ organization, onLeft }: LeaveOrganizationProps) {
  const reloadOrganizations = useReloadOrganizations();
  const [isMissing, setMissing] = useState(false);
  const leaving = useConfirm(() => ({
    title: 'Leave organization',
    name: organization.name,
    consequences: [
      'You lose all access to the organization and its data',
      'Invitations that you sent can no longer be accepted',
      'Coming back takes a new invitation',
    ],
    confirmLabel: 'Leave organization',
    act: () => leaveOrganization(organization.id),
    done: `You have left ${organization.name}`,
    failed: (error) => messageOf(error, 'Failed to leave organization'),
    missing: () => setMissing(true),
    // A user leaves once.
    leaves: true,
    after: () => {
      onLeft();
      return reloadOrganizations();
    },
  }));
  if (isMissing) return null;

  return (
    <ActionRow text="Leaving ends your own access. The organization and its data stay.">
      <Button variant="secondary" onClick={() => leaving.ask()}>
        Leave Organization
      </Button>
      {leaving.dialog}
    </ActionRow>
  );
}
