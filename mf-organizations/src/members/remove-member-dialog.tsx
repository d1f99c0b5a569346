import { messageOf, queryKeys } from '@carrel/shared/api';
import type { Member, Organization } from '@carrel/shared/contract';
import { useCurrentUser } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { useReloadOrganizations } from '../data/use-reload-organizations.ts';
import { memberName } from '../data/member-name.ts';
import { removeMember } from '../data/members.api.ts';

interface RemoveMemberDialogProps {
  organization: Organization;
  member: Member;
  /** Called when the user removed themselves. */
  onLeft: () => void;
  onClose: () => void;
}

export function RemoveMemberDialog({
  organization,
  member,
  onLeft,
  onClose,
}: RemoveMemberDialogProps) {
  const user = useCurrentUser();
  const queryClient = useQueryClient();
  const reloadOrganizations = useReloadOrganizations();
  const name = memberName(member);

  const removal = useMutation({
    mutationFn: () => removeMember(organization.id, member.account.id),
    onSuccess: async () => {
      toast.success(`${name} has been removed from the organization`);
      onClose();
      if (member.account.id === user.id) {
        onLeft();
        await reloadOrganizations();
      } else {
        await queryClient.invalidateQueries({ queryKey: queryKeys.members(organization.id) });
      }
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to remove member')),
  });

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => removal.mutateAsync()}
      title="Remove member"
      name={name}
      consequences={[
        `The member loses all access to ${organization.name}`,
        'Coming back takes a new invitation',
        'This cannot be undone',
      ]}
      confirmLabel="Remove member"
      pending={removal.isPending}
    />
  );
}
