import { laterBody } from '../parts/later-body.tsx';
import { WorkspaceScreen } from '../parts/workspace-screen.tsx';

const BODY = laterBody(async () => {
  const screen = await import(/* webpackChunkName: "ask" */ './ask-if-available.tsx');
  return screen.AskIfAvailable;
});

/** /workspaces/{workspaceId}/ask: answers from the datasets of a workspace. */
export function WorkspaceAskPage() {
  return <WorkspaceScreen title="Ask" current="ask" body={BODY} />;
}
