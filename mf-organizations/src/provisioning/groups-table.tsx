import type { ProvisionedGroup } from '@carrel/shared/contract/sign-in';
import { Text } from '@carrel/shared/ui';
import { UserCog } from 'lucide-react';

import { SearchableTable } from '../parts/searchable-table.tsx';

interface GroupsTableProps {
  groups: readonly ProvisionedGroup[];
  /** Undefined for who may not change roles. */
  onChoose: ((group: ProvisionedGroup) => void) | undefined;
}

const numbers = new Intl.NumberFormat('en-US');

const COLUMNS = [
  { key: 'name', header: 'Group', cell: ({ name }: ProvisionedGroup) => name },
  {
    key: 'users',
    header: 'Users',
    align: 'end' as const,
    cell: ({ users }: ProvisionedGroup) => numbers.format(users),
  },
  {
    key: 'role',
    header: 'Role',
    cell: ({ role }: ProvisionedGroup) =>
      role ?? (
        <Text as="span" color="fg.muted">
          None
        </Text>
      ),
  },
];

const textOf = ({ name, role }: ProvisionedGroup) => `${name} ${role ?? ''}`;

/** The groups of the directory, and the role that each gives. */
export function GroupsTable({ groups, onChoose }: GroupsTableProps) {
  return (
    <SearchableTable
      label="Groups of the directory"
      plural="groups"
      parameter="group"
      nothing="No group has this name."
      textOf={textOf}
      columns={COLUMNS}
      rows={groups}
      rowKey={({ id }) => id}
      actions={
        onChoose &&
        ((group) => [
          {
            label: 'Change role',
            icon: <UserCog aria-hidden />,
            onSelect: () => onChoose(group),
          },
        ])
      }
    />
  );
}
