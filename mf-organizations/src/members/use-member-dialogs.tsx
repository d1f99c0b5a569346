import { messageOf, queryKeys } from '@carrel/shared/api';
import type { Member, Organization } from '@carrel/shared/contract';
import { useCurrentUser } from '@carrel/shared/shell';
import { useConfirm } from '@carrel/shared/ui/signed-in';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { isGuest, memberName } from '../data/member-name.ts';
import { removeMember } from '../data/members.api.ts';
import { useReloadOrganizations } from '../data/use-reload-organizations.ts';
import { EditRoleDialog } from './edit-role-dialog.tsx';

/** Returns what edits the role of a member or guest and what removes one, with the dialogs of both. */
export function useMemberDialogs(organization: Organization, onLeft: () => void) {
  const [edited, setEdited] = useState<Member | null>(null);
  const removal = useRemoval(organization, onLeft);
  return {
    onEditRole: setEdited,
    onRemove: removal.ask,
    dialogs: (
      <>
        {edited !== null && (
          <EditRoleDialog
            organization={organization}
            member={edited}
            onClose={() => setEdited(null)}
          />
        )}
        {removal.dialog}
      </>
    ),
  };
}

/** Asks before a member or guest is removed. */
function useRemoval(organization: Organization, onLeft: () => void) {
  const user = useCurrentUser();
  const queryClient = useQueryClient();
  const reloadOrganizations = useReloadOrganizations();
  return useConfirm((member: Member) => ({
    title: isGuest(member) ? 'Remove guest' : 'Remove member',
    name: memberName(member),
    consequences: [
      isGuest(member)
        ? `The guest loses access to the workspace ${member.guest_of?.name ?? ''}`
        : `The member loses all access to ${organization.name}`,
      'Coming back takes a new invitation',
      'This cannot be undone',
    ],
    confirmLabel: isGuest(member) ? 'Remove guest' : 'Remove member',
    act: () => removeMember(organization.id, member.account.id),
    done: `${memberName(member)} has been removed from the organization`,
    failed: (error) =>
      messageOf(error, isGuest(member) ? 'Failed to remove guest' : 'Failed to remove member'),
    after: () => {
      if (member.account.id !== user.id)
        return queryClient.invalidateQueries({ queryKey: queryKeys.members(organization.id) });
      onLeft();
      return reloadOrganizations();
    },
  }));
}
