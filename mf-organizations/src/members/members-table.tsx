import { describeFailure } from '@carrel/shared/api';
import type { Member } from '@carrel/shared/contract';
import { Box, ErrorState } from '@carrel/shared/ui';
import { Badge, CopyableId, TableSkeleton } from '@carrel/shared/ui/signed-in';
import type { DataTableProps } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { Trash2, UserCog } from 'lucide-react';

import { SearchableTable } from '../parts/searchable-table.tsx';
import { FactorText } from '../parts/factor-text.tsx';
import { isGuest, memberName } from '../data/member-name.ts';
import { membersQuery } from '../data/members.queries.ts';

interface PeopleTableProps {
  people: readonly Member[];
  onEditRole: (member: Member) => void;
  onRemove: (member: Member) => void;
}

interface MembersTableProps extends Omit<PeopleTableProps, 'people'> {
  organizationId: string;
  /** Shows the skeleton even when the list is loaded. */
  waiting: boolean;
}

type Column = DataTableProps<Member>['columns'][number];

const NAME: Column = {
  key: 'name',
  header: 'Name',
  cell: (member: Member) => (
    <Box>
      {memberName(member)}
      <FactorText factors={member.factors} />
    </Box>
  ),
};

const ID: Column = {
  key: 'id',
  header: 'Member ID',
  cell: ({ account }: Member) => <CopyableId id={account.id} short />,
};

const MEMBERS = {
  label: 'Members',
  plural: 'members',
  parameter: 'member',
  nothing: 'No member has this name, role or id.',
  textOf: (member: Member) => `${memberName(member)} ${member.role.name} ${member.account.id}`,
  columns: [
    NAME,
    {
      key: 'role',
      header: 'Role',
      cell: ({ role }: Member) => <Badge tone="neutral">{role.name}</Badge>,
    },
    ID,
  ],
};

const GUESTS = {
  label: 'Guests',
  plural: 'guests',
  parameter: 'guest',
  nothing: 'No guest has this name, workspace or id.',
  textOf: (guest: Member) =>
    `${memberName(guest)} ${guest.guest_of?.name ?? ''} ${guest.account.id}`,
  columns: [
    NAME,
    { key: 'workspace', header: 'Workspace', cell: ({ guest_of: of }: Member) => of?.name },
    ID,
  ],
};

/** The members of an organization without its guests. */
export function MembersTable({ organizationId, waiting, ...actions }: MembersTableProps) {
  const members = useQuery(membersQuery(organizationId));

  if (waiting || members.isPending) {
    return (
      <TableSkeleton
        label="Members"
        columns={MEMBERS.columns.map(({ header }) => header)}
        rows={3}
      />
    );
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
  const people = members.data.members.filter((member) => !isGuest(member));
  return <PeopleTable {...MEMBERS} {...actions} people={people} />;
}

/** Guests with their workspaces. */
export function GuestsTable(props: PeopleTableProps) {
  return <PeopleTable {...GUESTS} {...props} />;
}

function PeopleTable(props: PeopleTableProps & typeof MEMBERS) {
  const { people, onEditRole, onRemove, ...table } = props;
  return (
    <SearchableTable
      {...table}
      rows={people}
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
