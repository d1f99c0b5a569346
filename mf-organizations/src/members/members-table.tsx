import { describeFailure, queryKeys } from '@carrel/shared/api';
import type { Member } from '@carrel/shared/contract';
import { ErrorState } from '@carrel/shared/ui';
import { Badge, CopyableId, DataTable } from '@carrel/shared/ui/workbench';
import { useQuery } from '@tanstack/react-query';
import { Trash2, UserCog } from 'lucide-react';

import { memberName } from './member-name.ts';
import { listMembers } from './members.api.ts';

interface MembersTableProps {
  organizationId: string;
  onEditRole: (member: Member) => void;
  onRemove: (member: Member) => void;
}

const COLUMNS = [
  { key: 'name', header: 'Name', cell: memberName },
  {
    key: 'role',
    header: 'Role',
    cell: ({ role }: Member) => <Badge tone="neutral">{role.name}</Badge>,
  },
  {
    key: 'id',
    header: 'Member ID',
    cell: ({ account }: Member) => <CopyableId id={account.id} />,
  },
];

export function MembersTable({ organizationId, onEditRole, onRemove }: MembersTableProps) {
  const members = useQuery({
    queryKey: queryKeys.members(organizationId),
    queryFn: () => listMembers(organizationId),
  });

  if (members.isError && members.data === undefined) {
    return (
      <ErrorState
        title="Failed to load organization members"
        {...describeFailure(members.error)}
        onRetry={() => void members.refetch()}
      />
    );
  }
  return (
    <DataTable
      label="Members"
      columns={COLUMNS}
      rows={members.data?.members ?? []}
      rowKey={({ account }) => account.id}
      loading={members.isPending}
      actions={(member) => [
        {
          label: 'Edit role',
          icon: <UserCog aria-hidden />,
          onSelect: () => onEditRole(member),
        },
        {
          label: 'Remove',
          icon: <Trash2 aria-hidden />,
          danger: true,
          onSelect: () => onRemove(member),
        },
      ]}
    />
  );
}
