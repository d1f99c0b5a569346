import { listWorkspacesQuery } from '@carrel/shared/api';
import { Search } from '@carrel/shared/search';
import type { SearchScope } from '@carrel/shared/search';
import { useOrganizationId } from '@carrel/shared/shell';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { attachedDatasetsQuery } from '../data/attachments.queries.ts';
import { RightAnswer } from '../test-sets/marking/right-answer.tsx';
import { LeftOut } from '../parts/left-out.tsx';
import { WorkspaceScreen } from '../parts/workspace-screen.tsx';

/** /workspaces/{workspaceId}/search: what the datasets of a workspace say about something. */
export function WorkspaceSearchPage() {
  return <WorkspaceScreen title="Search" current="search" Body={SearchWorkspace} />;
}

function SearchWorkspace({ workspaceId }: { workspaceId: string }) {
  const organizationId = useOrganizationId();
  const workspaces = useQuery(listWorkspacesQuery(organizationId)).data?.workspaces;
  const name = workspaces?.find(({ id }) => id === workspaceId)?.name;
  const attached = useQuery(attachedDatasetsQuery(organizationId, workspaceId)).data;
  const datasets = attached?.datasets;
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
  return (
    <>
      <LeftOut count={attached?.left_out} />
      <Search scope={scope} />
    </>
  );
}
