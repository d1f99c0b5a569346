import { lazyScreen } from '@carrel/shared/ui/signed-in';

import { BODY_LOOKS, WorkspaceScreen } from '../parts/workspace-screen.tsx';

const LazyBody = lazyScreen({
  ...BODY_LOOKS,
  load: () => import(/* webpackChunkName: "searches" */ './searches.tsx'),
  screen: ({ Searches }) => Searches,
});

/** /workspaces/{workspaceId}/searches: what people ask, and what the datasets do not answer. */
export function WorkspaceSearchesPage() {
  return <WorkspaceScreen title="Insights" current="insights" Body={LazyBody} />;
}
