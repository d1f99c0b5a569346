import { lazyScreen } from '@carrel/shared/ui/signed-in';

import { BODY_LOOKS, WorkspaceScreen } from '../parts/workspace-screen.tsx';

const LazyBody = lazyScreen({
  ...BODY_LOOKS,
  load: () => import(/* webpackChunkName: "ask" */ './ask-if-available.tsx'),
  screen: ({ AskIfAvailable }) => AskIfAvailable,
});

/** /workspaces/{workspaceId}/ask: answers from the datasets of a workspace. */
export function WorkspaceAskPage() {
  return <WorkspaceScreen title="Ask" current="ask" Body={LazyBody} />;
}
