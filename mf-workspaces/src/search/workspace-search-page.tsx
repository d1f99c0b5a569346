import { listWorkspacesQuery } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { Search } from '@carrel/shared/search';
import type { SearchScope } from '@carrel/shared/search';
import { useOrganizationId, usePage } from '@carrel/shared/shell';
import { PageHeader } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';

import { attachedDatasetsQuery } from '../data/attachments.queries.ts';
import { InvalidWorkspace } from '../parts/invalid-workspace.tsx';
import { RightAnswer } from '../test-sets/marking/right-answer.tsx';
import { WorkspaceLinks } from '../parts/workspace-links.tsx';

/** /workspaces/{workspaceId}/search: what the datasets of a workspace say about something. */
export function WorkspaceSearchPage() {
  const workspaceId = useParams()['workspaceId'];
  if (workspaceId === undefined) {
    return <InvalidWorkspace reason="Missing organization or workspace ID" />;
  }
  return <SearchWorkspace key={workspaceId} workspaceId={workspaceId} />;
}

function SearchWorkspace({ workspaceId }: { workspaceId: string }) {
  const organizationId = useOrganizationId();
  const workspaces = useQuery(listWorkspacesQuery(organizationId));
  const attached = useQuery(attachedDatasetsQuery(organizationId, workspaceId));
  const workspace = workspaces.data?.workspaces.find(({ id }) => id === workspaceId);
  const name = workspace?.name;
  const datasets = attached.data?.datasets;
  const scope = useMemo<SearchScope>(
    () => ({
      kind: 'workspace',
      id: workspaceId,
      name,
      datasets,
      renderAction: (result, query) => (
        <RightAnswer workspaceId={workspaceId} query={query} result={result} />
      ),
    }),
    [workspaceId, name, datasets],
  );
  usePage({
    title: 'Search',
    breadcrumbs: [
      { name: 'Workspaces', to: consolePaths.workspaces() },
      // Shown together with the name, which would move what is right of it.
      ...(name === undefined
        ? [{ name: 'Workspace' }]
        : [{ name, to: consolePaths.workspaceManage(workspaceId) }, { name: 'Search' }]),
    ],
  });

  if (workspace === undefined && workspaces.isSuccess && !workspaces.isFetching) {
    return <InvalidWorkspace reason="The link names no workspace of the selected organization." />;
  }
  return (
    <>
      <PageHeader
        title="Search"
        // A space keeps the line's height while the name is loaded.
        description={name ?? '\u00a0'}
        actions={<WorkspaceLinks workspaceId={workspaceId} current="search" />}
      />
      <Search scope={scope} />
    </>
  );
}
