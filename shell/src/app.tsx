import type { Registry, RuntimeConfig } from '@carrel/shared/releases';
import { Toaster, UiProvider } from '@carrel/shared/ui';
import { useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';

import { AppRoutes } from './navigation/router.tsx';
import { SessionProvider } from './session/session-provider.tsx';
import { startSession } from './session/session.ts';
import type { Session } from './session/session.ts';
import { setSignedInLoader } from './state/load-signed-in.ts';

setSignedInLoader(() => import(/* webpackChunkName: "signed-in" */ './signed-in.tsx'));

interface AppProps {
  config: RuntimeConfig;
  /** Where the screens are. Defaults to the registry of the configuration. */
  registry?: Registry;
  renderRemote: (remote: string, path: string) => ReactNode;
  /** Rendered around signed-in screens instead of the sidebar and the header. */
  frame?: ComponentType | undefined;
  /** Used instead of the browser's router where there is no browser. */
  router?: ComponentType<{ children: ReactNode }>;
  /** A session that was started before the first render; otherwise one is started now. */
  session?: Session;
}

/** The console: the design system, the router, the session and the screens. */
export function App(props: AppProps) {
  const { config, registry = config.registry, renderRemote, frame } = props;
  const { session: started, router: Router = BrowserRouter } = props;
  const [session] = useState(() => started ?? startSession(config.apiUrl));
  return (
    <UiProvider>
      <Router>
        <SessionProvider session={session}>
          <AppRoutes registry={registry} renderRemote={renderRemote} frame={frame} />
        </SessionProvider>
      </Router>
      <Toaster />
    </UiProvider>
  );
}
