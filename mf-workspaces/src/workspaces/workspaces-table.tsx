import type { Workspace } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useIsGuest } from '@carrel/shared/search';
import { Link, Text } from '@carrel/shared/ui';
import { CopyableId, DataTable, LimitedName } from '@carrel/shared/ui/signed-in';
import type { RowAction } from '@carrel/shared/ui/signed-in';
import { Pencil, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';

interface WorkspacesTableProps {
  /** Undefined while they are loaded. */
  workspaces: readonly Workspace[] | undefined;
  /** Its identity has to be stable, as that of the next. */
  onEdit: (workspace: Workspace) => void;
  onDelete: (workspace: Workspace) => void;
}

const COLUMNS = [
  {
    key: 'name',
    header: 'Name',
    cell: (workspace: Workspace) => <WorkspaceName workspace={workspace} />,
  },
  {
    key: 'description',
    header: 'Description',
    cell: ({ description }: Workspace) => (
      <Text as="span" color="fg.muted">
        {(description ?? '') === '' ? 'No description' : description}
      </Text>
    ),
  },
  { key: 'id', header: 'ID', cell: ({ id }: Workspace) => <CopyableId id={id} /> },
];

/** Workspaces with the way into them and what can be done to them. */
export const WorkspacesTable = memo(function WorkspacesTable(props: WorkspacesTableProps) {
  const { workspaces, onEdit, onDelete } = props;
  const navigate = useNavigate();
  const isGuest = useIsGuest();

  return (
    <DataTable
      label="Workspaces"
      columns={COLUMNS}
      rows={workspaces ?? []}
      rowKey={({ id }) => id}
      loading={workspaces === undefined}
      actions={(workspace): RowAction[] => [
        ...(isGuest
          ? []
          : [
              {
                label: 'Manage',
                prominent: true,
                to: consolePaths.workspaceManage(workspace.id),
                onSelect: () => navigate(consolePaths.workspaceManage(workspace.id)),
              },
            ]),
        {
          label: 'Search',
          prominent: true,
          to: consolePaths.workspaceSearch(workspace.id),
          onSelect: () => navigate(consolePaths.workspaceSearch(workspace.id)),
        },
        ...(mayChange(workspace)
          ? [
              { label: 'Edit', icon: <Pencil aria-hidden />, onSelect: () => onEdit(workspace) },
              {
                label: 'Delete',
                icon: <Trash2 aria-hidden />,
                danger: true,
                onSelect: () => onDelete(workspace),
              },
            ]
          : []),
      ]}
    />
  );
});

/** Whether the user may change a workspace itself: one that names people, its Managers; no guest, who has a role there. */
const mayChange = ({ role }: Workspace) => (role ?? null) === null || role === 'Manager';

/** A link into a workspace, and whether only named people may follow it. */
function WorkspaceName({ workspace }: { workspace: Workspace }) {
  const pathOf = useIsGuest() ? consolePaths.workspaceSearch : consolePaths.workspaceManage;
  return (
    <LimitedName isLimited={workspace.access === 'named'}>
      <Link asChild variant="quiet">
        <RouterLink to={pathOf(workspace.id)}>{workspace.name}</RouterLink>
      </Link>
    </LimitedName>
  );
}
