import './remotes/provided-modules.ts';
import { runtimeConfigSchema } from '@carrel/shared/contract';
import { ErrorState, UiProvider } from '@carrel/shared/ui';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import * as v from 'valibot';

import { App } from './app.tsx';
import { logCaughtError } from './log-failure.ts';
import { readPageJson } from './remotes/page-json.ts';
import { RemoteScreen } from './remotes/remote-screen.tsx';
import { ensureRemote, setRegistry } from './remotes/remote-store.ts';
import { startSession } from './session/session.ts';
import { loadTelemetry } from './telemetry/load-telemetry.ts';
import { report } from './telemetry/report.ts';

/**
 * Renders the console once everything that its first screen needs is here: no fallback is shown and
 * replaced, which would cost a paint.
 */
export async function boot(): Promise<void> {
  const container = document.querySelector('#root');
  if (container === null) throw new Error('The page has no element with the id "root".');
  const root = createRoot(container, { onCaughtError: reportCaughtError });
  const page = readPageJson() ?? {};
  const config = v.safeParse(runtimeConfigSchema, page);
  if (!config.success) return renderBrokenConfig(root);
  setRegistry(config.output.registry);
  const { apiUrl, firstRemote } = config.output;
  // Asks who is signed in, and fetches what signed-in screens need, while the remote is on its way.
  const session = startSession(apiUrl);
  if (firstRemote !== undefined) await ensureRemote(firstRemote, './routes');
  root.render(
    <App
      config={config.output}
      session={session}
      renderRemote={(remote, path) => <RemoteScreen remote={remote} path={path} />}
    />,
  );
  loadTelemetry(config.output);
}

// What no boundary catches reaches the window, where it is noticed anyway.
function reportCaughtError(error: unknown): void {
  logCaughtError(error);
  report({ kind: 'error', error });
}

function renderBrokenConfig(root: Root): void {
  root.render(
    <UiProvider>
      <ErrorState
        title="Carrel is not set up correctly"
        message="The configuration that came with this page cannot be read. Tell the person who runs this server."
        onRetry={() => location.reload()}
      />
    </UiProvider>,
  );
}
