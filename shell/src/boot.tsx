import './remotes/provided-modules.ts';
import { runtimeConfigSchema } from '@carrel/shared/contract';
import type { RuntimeConfig } from '@carrel/shared/contract';
import { ErrorState, UiProvider } from '@carrel/shared/ui';
import { useSyncExternalStore } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import * as v from 'valibot';

import { App } from './app.tsx';
import { forgetEarlyInput, keepFilledFields, replayEarlyInput } from './early-input.ts';
import { logCaughtError } from './log-failure.ts';
import { readPageJson } from './remotes/page-json.ts';
import { watchRegistry } from './remotes/registry-watch.ts';
import { RemoteScreen } from './remotes/remote-screen.tsx';
import {
  ensureRemote,
  registryInUse,
  setRegistry,
  subscribeToRemotes,
} from './remotes/remote-store.ts';
import { startSession } from './session/session.ts';
import type { Session } from './session/session.ts';
import { loadTelemetry } from './telemetry/load-telemetry.ts';
import { report } from './telemetry/report.ts';
import { WhenMounted } from './when-mounted.tsx';

/**
 * Renders the console once everything that its first screen needs is here: no fallback is shown and
 * replaced, which would cost a paint. `frame` stands around signed-in screens in place of the sidebar.
 */
export async function boot(frame?: ComponentType): Promise<void> {
  const container = document.querySelector('#root');
  if (container === null) throw new Error('The page has no element with the id "root".');
  const page = readPageJson() ?? {};
  const config = v.safeParse(runtimeConfigSchema, page);
  if (!config.success) return render(container, <BrokenConfig />);
  setRegistry(config.output.registry);
  const { apiUrl, firstRemote, registryUrl } = config.output;
  if (registryUrl !== undefined) watchRegistry(registryUrl);
  // Asks who is signed in, and fetches what signed-in screens need, while the remote is on its way.
  const session = startSession(apiUrl);
  const first = firstRemote && (await ensureRemote(firstRemote, './routes'));
  const console = <Console config={config.output} session={session} frame={frame} />;
  // A page that says more than the prerendered one did, or a remote that is not here, starts anew.
  const stands = container.firstElementChild !== null && typeof first === 'object';
  if (stands && first.status === 'ready' && !hasNavigationState()) hydrate(container, console);
  else render(container, console);
  loadTelemetry(config.output);
}

function hydrate(container: Element, app: ReactNode): void {
  keepFilledFields(container);
  hydrateRoot(container, <WhenMounted act={replayEarlyInput}>{app}</WhenMounted>, {
    onCaughtError: reportCaughtError,
  });
}

function render(container: Element, app: ReactNode): void {
  forgetEarlyInput();
  container.replaceChildren();
  createRoot(container, { onCaughtError: reportCaughtError }).render(app);
}

// What a navigation brought along is there again after a reload, and the server does not know of it.
function hasNavigationState(): boolean {
  const { usr } = (history.state ?? {}) as { usr?: unknown };
  return usr !== undefined && usr !== null;
}

// What no boundary catches reaches the window, where it is noticed anyway.
function reportCaughtError(error: unknown): void {
  logCaughtError(error);
  report({ kind: 'error', error });
}

const renderRemote = (remote: string, path: string) => <RemoteScreen remote={remote} path={path} />;

interface ConsoleProps {
  config: RuntimeConfig;
  session: Session;
  frame: ComponentType | undefined;
}

/** The console with the screens of the releases that are in use, which change while it stands. */
function Console({ config, session, frame }: ConsoleProps) {
  const registry = useSyncExternalStore(subscribeToRemotes, registryInUse, registryInUse);
  return (
    <App
      config={config}
      registry={registry}
      session={session}
      renderRemote={renderRemote}
      frame={frame}
    />
  );
}

function BrokenConfig() {
  return (
    <UiProvider>
      <ErrorState
        title="Carrel is not set up correctly"
        message="The configuration that came with this page cannot be read. Tell the person who runs this server."
        onRetry={() => location.reload()}
      />
    </UiProvider>
  );
}
