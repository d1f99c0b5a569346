import { laterBody } from '../parts/later-body.tsx';
import { WorkspaceScreen } from '../parts/workspace-screen.tsx';

const BODY = laterBody(async () => {
  const screen = await import(/* webpackChunkName: "searches" */ './searches.tsx');
  return screen.Searches;
});

/** /workspaces/{workspaceId}/searches: what people ask, and what the datasets do not answer. */
export function WorkspaceSearchesPage() {
  return <WorkspaceScreen title="What people ask" current="searches" body={BODY} />;
}
