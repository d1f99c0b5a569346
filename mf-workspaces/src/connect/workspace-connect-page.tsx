import { laterBody } from '../parts/later-body.tsx';
import { WorkspaceScreen } from '../parts/workspace-screen.tsx';

const BODY = laterBody(async () => {
  const screen = await import(/* webpackChunkName: "connect" */ './connect.tsx');
  return screen.Connect;
});

/** /workspaces/{workspaceId}/connect: how programs and assistants search the workspace. */
export function WorkspaceConnectPage() {
  return <WorkspaceScreen title="Connect" current="connect" body={BODY} />;
}
