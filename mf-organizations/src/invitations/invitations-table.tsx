import { messageOf, queryKeys } from '@carrel/shared/api';
import type { Invitation } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { Badge, formatDate, RelativeTime } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Clock, Send, Trash2 } from 'lucide-react';

import { SearchableTable } from '../parts/searchable-table.tsx';
import { resendInvitation } from '../data/invitations.api.ts';

interface InvitationsTableProps {
  organizationId: string;
  invitations: readonly Invitation[];
  onRevoke: (invitation: Invitation) => void;
}

const roleOf = ({ role, guest_of: workspace }: Invitation) =>
  workspace ? `Guest of ${workspace.name}` : role.name;

const COLUMNS = [
  { key: 'email', header: 'Email', cell: ({ email_address }: Invitation) => email_address },
  {
    key: 'role',
    header: 'Role',
    cell: (invitation: Invitation) => <Badge tone="neutral">{roleOf(invitation)}</Badge>,
  },
  {
    key: 'invited',
    header: 'Invited',
    cell: ({ created_at }: Invitation) => <RelativeTime value={created_at} />,
  },
  {
    key: 'expires',
    header: 'Expires',
    cell: ({ expires_at }: Invitation) =>
      Date.parse(expires_at) > Date.now() ? (
        formatDate(expires_at)
      ) : (
        <Badge tone="warning">
          <Clock aria-hidden />
          Expired
        </Badge>
      ),
  },
];

const textOf = (invitation: Invitation) => `${invitation.email_address} ${roleOf(invitation)}`;

export function InvitationsTable({ organizationId, invitations, onRevoke }: InvitationsTableProps) {
  const queryClient = useQueryClient();
  const resending = useMutation({
    mutationFn: ({ id }: Invitation) => resendInvitation(organizationId, id),
    onSuccess: async () => {
      toast.success('Invitation sent again');
      await queryClient.invalidateQueries({ queryKey: queryKeys.invitations(organizationId) });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to resend invitation')),
  });

  return (
    <SearchableTable
      label="Pending invitations"
      plural="invitations"
      parameter="invitation"
      nothing="Nobody with an open invitation has this address."
      textOf={textOf}
      columns={COLUMNS}
      rows={invitations}
      rowKey={({ id }) => id}
      actions={(invitation) => [
        {
          label: 'Resend',
          icon: <Send aria-hidden />,
          disabled: resending.isPending,
          onSelect: () => resending.mutateAsync(invitation),
        },
        {
          label: 'Revoke',
          icon: <Trash2 aria-hidden />,
          danger: true,
          onSelect: () => onRevoke(invitation),
        },
      ]}
    />
  );
}
