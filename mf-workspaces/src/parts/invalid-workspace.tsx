import { consolePaths } from '@carrel/shared/paths';
import { usePage } from '@carrel/shared/shell';
import { Button } from '@carrel/shared/ui';
import { PageHeader } from '@carrel/shared/ui/signed-in';
import { Link as RouterLink } from 'react-router-dom';

/** Shown when the address names no workspace of the organization. */
export function InvalidWorkspace({ reason }: { reason: string }) {
  usePage({
    title: 'Invalid Workspace',
    breadcrumbs: [
      { name: 'Workspaces', to: consolePaths.workspaces() },
      { name: 'Invalid Workspace' },
    ],
  });

  return (
    <PageHeader
      title="Invalid Workspace"
      description={reason}
      actions={
        <Button asChild variant="secondary">
          <RouterLink to={consolePaths.workspaces()}>Back to workspaces</RouterLink>
        </Button>
      }
    />
  );
}
