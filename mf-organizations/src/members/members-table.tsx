import { describeFailure } from '@carrel/shared/api';
import type { Member } from '@carrel/shared/contract';
import { Box, ErrorState } from '@carrel/shared/ui';
import { Badge, CopyableId, TableSkeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { Trash2, UserCog } from 'lucide-react';

import { SearchableTable } from '../parts/searchable-table.tsx';
import { FactorText } from '../parts/factor-text.tsx';
import { memberName } from '../data/member-name.ts';
import { membersQuery } from '../data/members.queries.ts';

interface MembersTableProps {
  organizationId: string;
  /** Shows the skeleton even when the list is loaded. */
  waiting: boolean;
  onEditRole: (member: Member) => void;
  onRemove: (member: Member) => void;
}

const COLUMNS = [
  {
    key: 'name',
    header: 'Name',
    cell: (member: Member) => (
      <Box>
        {memberName(member)}
        <FactorText factors={member.factors} />
      </Box>
    ),
  },
  {
    key: 'role',
    header: 'Role',
    cell: ({ role }: Member) => <Badge tone="neutral">{role.name}</Badge>,
  },
  {
    key: 'id',
    header: 'Member ID',
    cell: ({ account }: Member) => <CopyableId id={account.id} short />,
  },
];

const textOf = (member: Member) => `${memberName(member)} ${member.role.name} ${member.account.id}`;

export function MembersTable({ organizationId, waiting, onEditRole, onRemove }: MembersTableProps) {
  const members = useQuery(membersQuery(organizationId));

  if (waiting || members.isPending) {
    return <TableSkeleton label="Members" columns={COLUMNS.map(({ header }) => header)} rows={3} />;
  }
  if (members.data === undefined) {
    return (
      <ErrorState
        title="Failed to load organization members"
        {...describeFailure(members.error)}
        retrying={members.isFetching}
        onRetry={() => void members.refetch()}
      />
    );
  }
  return (
    <SearchableTable
      label="Members"
      plural="members"
      parameter="member"
      nothing="No member has this name, role or id."
      textOf={textOf}
      columns={COLUMNS}
      rows={members.data.members}
      rowKey={({ account }) => account.id}
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
