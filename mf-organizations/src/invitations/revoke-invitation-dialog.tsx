import { messageOf, queryKeys } from '@carrel/shared/api';
import type { Invitation, Organization } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { revokeInvitation } from '../data/invitations.api.ts';

interface RevokeInvitationDialogProps {
  organization: Organization;
  invitation: Invitation;
  onClose: () => void;
}

export function RevokeInvitationDialog(props: RevokeInvitationDialogProps) {
  const { organization, invitation, onClose } = props;
  const queryClient = useQueryClient();
  const revocation = useMutation({
    mutationFn: () => revokeInvitation(organization.id, invitation.id),
    onSuccess: async () => {
      toast.success('Invitation revoked');
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKeys.invitations(organization.id) });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to revoke invitation')),
  });

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => revocation.mutateAsync()}
      title="Revoke invitation"
      name={invitation.email_address}
      consequences={[
        'The link in the message stops working at once',
        `Joining ${organization.name} takes a new invitation`,
      ]}
      confirmLabel="Revoke invitation"
      pending={revocation.isPending}
    />
  );
}
