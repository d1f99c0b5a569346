import './remotes/provided-modules.ts';
import { runtimeConfigSchema } from '@carrel/shared/releases';
import { createRoot } from 'react-dom/client';
import { routes } from 'developed-remote';
import * as v from 'valibot';

import { App } from './app.tsx';
import { BareFrame } from './bare-frame.tsx';
import { readPageJson } from './base/page-json.ts';
import { RemoteScreen } from './remotes/screens/remote-screen.tsx';
import { setRegistry } from './remotes/remote-store.ts';

// The shell without its sidebar, around one remote whose modules are part of this build, so that
// fast refresh works. Other remotes, such as the sign-in page, are loaded built from the server.
const config = v.parse(runtimeConfigSchema, readPageJson());
setRegistry(config.registry);

const container = document.querySelector('#root');
if (container === null) throw new Error('The page has no element with the id "root".');

createRoot(container).render(
  <App
    config={config}
    frame={BareFrame}
    renderRemote={(remote, path) =>
      routes.find((route) => remote === config.firstRemote && route.path === path)?.element ?? (
        <RemoteScreen remote={remote} path={path} />
      )
    }
  />,
);
