import { describeFailure, messageOf, queryKeys } from '@carrel/shared/api';
import { INVITATION_DAYS } from '@carrel/shared/contract';
import type { Invitation, Organization } from '@carrel/shared/contract';
import { ErrorState, Text } from '@carrel/shared/ui';
import { SettingsSection, TableSkeleton, useConfirm } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

import { InvitationsTable } from './invitations-table.tsx';
import { revokeInvitation } from '../data/invitations.api.ts';
import { invitationsQuery } from '../data/invitations.queries.ts';

interface InvitationsSectionProps {
  organization: Organization;
}

/** The pending invitations of an organization, with their actions. */
export function InvitationsSection({ organization }: InvitationsSectionProps) {
  const invitations = useQuery(invitationsQuery(organization.id));
  const revocation = useConfirm((invitation: Invitation) => ({
    title: 'Revoke invitation',
    name: invitation.email_address,
    consequences: [
      'The link in the message stops working at once',
      `Joining ${organization.name} takes a new invitation`,
    ],
    confirmLabel: 'Revoke invitation',
    act: () => revokeInvitation(organization.id, invitation.id),
    done: 'Invitation revoked',
    failed: (error) => messageOf(error, 'Failed to revoke invitation'),
    invalidates: queryKeys.invitations(organization.id),
  }));

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
        onRevoke={revocation.ask}
      />
    );
  };

  return (
    <SettingsSection
      title="Pending invitations"
      description={`A link works once, for ${INVITATION_DAYS} days. Sending it again replaces it.`}
    >
      {list()}
      {revocation.dialog}
    </SettingsSection>
  );
}
