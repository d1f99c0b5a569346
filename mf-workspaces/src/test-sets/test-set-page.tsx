import { useOrganizationId } from '@carrel/shared/shell';
import { Box } from '@carrel/shared/ui';
import { TableSkeleton, lazyScreen } from '@carrel/shared/ui/signed-in';

import { WorkspaceScreen } from '../parts/workspace-screen.tsx';
import { TestSetHeader } from './test-set-header.tsx';

const LazyTestSetScreen = lazyScreen({
  load: () => import(/* webpackChunkName: "tests" */ './test-set-screen.tsx'),
  screen: ({ TestSetScreen }) => TestSetScreen,
  waiting: <TableSkeleton label="tests" columns={['Question', 'Right answers', 'Last run']} />,
  failure: 'The tests could not be loaded',
  frame: (content) => (
    <>
      {/* As high as the buttons that follow. */}
      <TestSetHeader actions={<Box height="var(--control)" />} />
      {content}
    </>
  ),
});

/** /workspaces/{workspaceId}/tests: questions with known answers, and how well the search finds them. */
export function TestSetPage() {
  return <WorkspaceScreen title="Tests" current="tests" Body={WorkspaceTests} />;
}

function WorkspaceTests({ workspaceId }: { workspaceId: string }) {
  const organizationId = useOrganizationId();
  return <LazyTestSetScreen scope={{ organizationId, workspaceId }} />;
}
