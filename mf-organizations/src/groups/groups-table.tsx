import type { Group } from '@carrel/shared/contract';
import { Flex, Link } from '@carrel/shared/ui';
import { Badge } from '@carrel/shared/ui/signed-in';
import { Pencil, Trash2 } from 'lucide-react';
import { useMemo } from 'react';

import { SearchableTable } from '../parts/searchable-table.tsx';
import { peopleText } from './people-text.ts';

interface GroupsTableProps {
  groups: readonly Group[];
  /** Whether the member may change groups. */
  mayChange: boolean;
  /** It stays the same, as the columns do. */
  onShow: (group: Group) => void;
  onEdit: (group: Group) => void;
  onDelete: (group: Group) => void;
}

const columnsOf = (onShow: (group: Group) => void) => [
  {
    key: 'name',
    header: 'Name',
    cell: (group: Group) => (
      <Flex align="center" gap="2" minWidth="0">
        <Link asChild variant="quiet" truncate={{ base: false, md: true }} textAlign="start">
          <button type="button" onClick={() => onShow(group)}>
            {group.name}
          </button>
        </Link>
        {group.provisioned && <Badge flexShrink={0}>Directory</Badge>}
      </Flex>
    ),
  },
  {
    key: 'people',
    header: 'People',
    cell: ({ member_count: count }: Group) => peopleText(count),
  },
];

const textOf = ({ name }: Group) => name;

export function GroupsTable({ groups, mayChange, onShow, onEdit, onDelete }: GroupsTableProps) {
  const columns = useMemo(() => columnsOf(onShow), [onShow]);
  const actionsOf = (group: Group) =>
    group.provisioned
      ? []
      : [
          { label: 'Edit', icon: <Pencil aria-hidden />, onSelect: () => onEdit(group) },
          {
            label: 'Delete',
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: () => onDelete(group),
          },
        ];
  return (
    <SearchableTable
      label="Groups"
      plural="groups"
      parameter="group"
      nothing="No group has this name."
      textOf={textOf}
      columns={columns}
      rows={groups}
      rowKey={({ id }) => id}
      actions={mayChange ? actionsOf : undefined}
    />
  );
}
