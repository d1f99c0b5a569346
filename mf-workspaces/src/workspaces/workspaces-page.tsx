import { describeFailure, listWorkspacesQuery, useFirstRead } from '@carrel/shared/api';
import type { Workspace } from '@carrel/shared/contract';
import { useIsGuest } from '@carrel/shared/search';
import { useIntent, useOrganizationId, usePage, useUrlTexts } from '@carrel/shared/shell';
import { Button, ErrorState } from '@carrel/shared/ui';
import { EmptyState, OrderedList, PageHeader } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { Layers, Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';

import { useDeleteWorkspace } from './use-delete-workspace.ts';
import { WorkspaceFormDialog } from './workspace-form-dialog.tsx';
import { WorkspacesTable } from './workspaces-table.tsx';

type OpenDialog = { name: 'create' } | { name: 'edit'; workspace: Workspace } | null;

/** /workspaces: the organization's workspaces. */
export function WorkspacesPage() {
  usePage({ title: 'Workspaces' });
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const isGuest = useIsGuest();
  useIntent('create', () => {
    if (!isGuest) setDialog({ name: 'create' });
  });
  const close = () => setDialog(null);
  const edit = useCallback((workspace: Workspace) => setDialog({ name: 'edit', workspace }), []);
  const deletion = useDeleteWorkspace();
  const createButton = (variant: 'primary' | 'secondary') =>
    isGuest ? undefined : (
      <Button variant={variant} onClick={() => setDialog({ name: 'create' })}>
        <Plus size={16} aria-hidden /> Create Workspace
      </Button>
    );

  return (
    <>
      <PageHeader
        title="Workspaces"
        description="Groups of datasets that are used together"
        actions={createButton('primary')}
      />
      <Workspaces create={createButton('secondary')} onEdit={edit} onDelete={deletion.ask} />
      {dialog?.name === 'create' ? <WorkspaceFormDialog onClose={close} /> : null}
      {dialog?.name === 'edit' ? (
        <WorkspaceFormDialog workspace={dialog.workspace} onClose={close} />
      ) : null}
      {deletion.dialog}
    </>
  );
}

interface WorkspacesProps {
  create: ReactNode;
  onEdit: (workspace: Workspace) => void;
  onDelete: (workspace: Workspace) => void;
}

function Workspaces({ create, onEdit, onDelete }: WorkspacesProps) {
  const organizationId = useOrganizationId();
  const [texts, setTexts] = useUrlTexts(['q', 'sort']);
  const read = listWorkspacesQuery(organizationId);
  useFirstRead(read);
  const workspaces = useQuery(read);
  const rows = workspaces.data?.workspaces;

  if (workspaces.isError && rows === undefined) {
    return (
      <ErrorState
        title="Failed to load workspaces. Please try again."
        {...describeFailure(workspaces.error)}
        retryLabel="Try again"
        onRetry={() => window.location.reload()}
      />
    );
  }
  if (rows?.length === 0) {
    return (
      <EmptyState
        icon={<Layers aria-hidden />}
        title="No workspaces found"
        description={
          create === undefined
            ? 'The workspace that you were invited to is not here any more.'
            : 'Create a workspace to bring datasets together.'
        }
        action={create}
      />
    );
  }
  return (
    <OrderedList
      plural="workspaces"
      singular="workspace"
      rows={rows}
      texts={texts}
      onTexts={setTexts}
    >
      {(found) => <WorkspacesTable workspaces={found} onEdit={onEdit} onDelete={onDelete} />}
    </OrderedList>
  );
}
