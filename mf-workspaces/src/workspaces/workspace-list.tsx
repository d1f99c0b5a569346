import type { Workspace } from '@carrel/shared/contract';
import { useUrlTexts } from '@carrel/shared/shell';
import { Button } from '@carrel/shared/ui';
import { EmptyState, ListToolbar, findRows } from '@carrel/shared/ui/workbench';
import { SearchX } from 'lucide-react';

import { WorkspacesTable } from './workspaces-table.tsx';

interface WorkspaceListProps {
  workspaces: readonly Workspace[];
  loading: boolean;
  onEdit: (workspace: Workspace) => void;
  onDelete: (workspace: Workspace) => void;
}

const { compare } = new Intl.Collator('en-US', { numeric: true });

/** Orders by their name in the address; the server's own has none. */
const ORDERS: Readonly<Record<string, (a: Workspace, b: Workspace) => number>> = {
  name: (a, b) => compare(a.name, b.name),
  '-name': (a, b) => compare(b.name, a.name),
};

const OPTIONS = [
  { value: '', label: 'As created' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
];

/** Workspaces that can be searched and ordered; what was searched for stands in the address. */
export function WorkspaceList({ workspaces, loading, onEdit, onDelete }: WorkspaceListProps) {
  const [{ q, sort }, setTexts] = useUrlTexts(['q', 'sort']);
  const found = findRows(
    workspaces,
    q,
    ({ name, description, id }) => `${name} ${description ?? ''} ${id}`,
  );
  const order = ORDERS[sort];

  return (
    <>
      <ListToolbar
        searchLabel="Search workspaces"
        search={q}
        onSearch={(text) => setTexts({ q: text })}
        choice={{
          label: 'Order',
          options: OPTIONS,
          value: order === undefined ? '' : sort,
          onChange: (value) => setTexts({ sort: value }),
        }}
        found={
          q === '' || loading ? undefined : `${found.length} of ${workspaces.length} workspaces`
        }
      />
      {found.length === 0 && !loading ? (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title="No workspace matches"
          description={`Nothing has "${q}" in its name, description or ID.`}
          action={<Button onClick={() => setTexts({ q: '' })}>Clear search</Button>}
        />
      ) : (
        <WorkspacesTable
          workspaces={order === undefined ? found : found.toSorted(order)}
          loading={loading}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      )}
    </>
  );
}
