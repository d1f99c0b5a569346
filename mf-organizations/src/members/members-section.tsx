import { messageOf, queryKeys } from '@carrel/shared/api';
import type { Member, Organization } from '@carrel/shared/contract';
import { useCurrentUser } from '@carrel/shared/shell';
import { Button } from '@carrel/shared/ui';
import { SettingsSection, useConfirm } from '@carrel/shared/ui/signed-in';
import { useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';

import { memberName } from '../data/member-name.ts';
import { removeMember } from '../data/members.api.ts';
import { useReloadOrganizations } from '../data/use-reload-organizations.ts';
import { EditRoleDialog } from './edit-role-dialog.tsx';
import { LazyInviteMemberDialog } from './lazy-invite-member-dialog.ts';
import { MembersTable } from './members-table.tsx';

type OpenDialog = { name: 'invite' } | { name: 'edit-role'; member: Member } | null;

interface MembersSectionProps {
  organization: Organization;
  /** Shows the skeleton even when the list is loaded. */
  waiting?: boolean;
  /** Called when the user removed themselves. */
  onLeft: () => void;
}

export function MembersSection({ organization, waiting = false, onLeft }: MembersSectionProps) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const removal = useRemoval(organization, onLeft);

  return (
    <SettingsSection
      title="Members"
      description="Everybody who belongs to the organization, with what they may do."
      actions={
        <Button
          size="sm"
          onClick={() => setDialog({ name: 'invite' })}
          onPointerEnter={LazyInviteMemberDialog.preload}
        >
          <UserPlus size={16} aria-hidden /> Invite Member
        </Button>
      }
    >
      <MembersTable
        organizationId={organization.id}
        waiting={waiting}
        onEditRole={(member) => setDialog({ name: 'edit-role', member })}
        onRemove={removal.ask}
      />
      {dialog?.name === 'invite' ? (
        <LazyInviteMemberDialog organization={organization} onClose={close} />
      ) : null}
      {dialog?.name === 'edit-role' ? (
        <EditRoleDialog organization={organization} member={dialog.member} onClose={close} />
      ) : null}
      {removal.dialog}
    </SettingsSection>
  );
}

/** Asks before a member is removed. */
function useRemoval(organization: Organization, onLeft: () => void) {
  const user = useCurrentUser();
  const queryClient = useQueryClient();
  const reloadOrganizations = useReloadOrganizations();
  return useConfirm((member: Member) => ({
    title: 'Remove member',
    name: memberName(member),
    consequences: [
      `The member loses all access to ${organization.name}`,
      'Coming back takes a new invitation',
      'This cannot be undone',
    ],
    confirmLabel: 'Remove member',
    act: () => removeMember(organization.id, member.account.id),
    done: `${memberName(member)} has been removed from the organization`,
    failed: (error) => messageOf(error, 'Failed to remove member'),
    after: () => {
      if (member.account.id !== user.id)
        return queryClient.invalidateQueries({ queryKey: queryKeys.members(organization.id) });
      onLeft();
      return reloadOrganizations();
    },
  }));
}
