import { describeFailure } from '@carrel/shared/api';
import { INVITATION_DAYS } from '@carrel/shared/contract';
import type { Invitation, Organization } from '@carrel/shared/contract';
import { ErrorState, Text } from '@carrel/shared/ui';
import { SettingsSection, TableSkeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { InvitationsTable } from './invitations-table.tsx';
import { invitationsQuery } from '../data/invitations.queries.ts';
import { RevokeInvitationDialog } from './revoke-invitation-dialog.tsx';

interface InvitationsSectionProps {
  organization: Organization;
}

/** The pending invitations of an organization, with their actions. */
export function InvitationsSection({ organization }: InvitationsSectionProps) {
  const invitations = useQuery(invitationsQuery(organization.id));
  const [revoking, setRevoking] = useState<Invitation | null>(null);

  const list = () => {
    if (invitations.isPending) {
      return <TableSkeleton label="Pending invitations" columns={['Email', 'Role']} rows={1} />;
    }
    if (invitations.data === undefined) {
      return (
        <ErrorState
          title="Failed to load invitations"
          {...describeFailure(invitations.error)}
          retrying={invitations.isFetching}
          onRetry={() => void invitations.refetch()}
        />
      );
    }
    const pending = invitations.data.invitations;
    if (pending.length === 0) {
      return <Text color="fg.muted">Nobody has an open invitation.</Text>;
    }
    return (
      <InvitationsTable
        organizationId={organization.id}
        invitations={pending}
        onRevoke={setRevoking}
      />
    );
  };

  return (
    <SettingsSection
      title="Pending invitations"
      description={`A link works once, for ${INVITATION_DAYS} days. Sending it again replaces it.`}
    >
      {list()}
      {revoking === null ? null : (
        <RevokeInvitationDialog
          organization={organization}
          invitation={revoking}
          onClose={() => setRevoking(null)}
        />
      )}
    </SettingsSection>
  );
}
