import { lazyScreen } from '@carrel/shared/ui/signed-in';

import { BODY_LOOKS, WorkspaceScreen } from '../parts/workspace-screen.tsx';

const LazyBody = lazyScreen({
  ...BODY_LOOKS,
  load: () => import(/* webpackChunkName: "connect" */ './connect.tsx'),
  screen: ({ Connect }) => Connect,
});

/** /workspaces/{workspaceId}/connect: how programs and assistants search the workspace. */
export function WorkspaceConnectPage() {
  return <WorkspaceScreen title="Connect" current="connect" Body={LazyBody} />;
}
