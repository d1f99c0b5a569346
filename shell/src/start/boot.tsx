import '../remotes/provided-modules.ts';
import { runtimeConfigSchema, salvageRegistry } from '@carrel/shared/releases';
import type { Registry, RuntimeConfig } from '@carrel/shared/releases';
import { UiProvider } from '@carrel/shared/ui';
import { useSyncExternalStore } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import * as v from 'valibot';

import { App } from '../app.tsx';
import { forgetEarlyInput, keepFilledFields, replayEarlyInput } from './early-input.ts';
import { logCaughtError, logFailure } from './log-failure.ts';
import { guessFirstRemote } from '../remotes/registry/first-remote.ts';
import { readPageJson } from '../remotes/registry/page-json.ts';
import { askForPageRegistry } from '../remotes/registry/page-registry.ts';
import { watchRegistry } from '../remotes/registry/registry-watch.ts';
import { RemoteScreen } from '../remotes/screens/remote-screen.tsx';
import {
  ensureRemote,
  registryInUse,
  setRegistry,
  subscribeToRemotes,
} from '../remotes/remote-store.ts';
import type { RemoteState } from '../remotes/remote-store.ts';
import { ScreenProblem } from '../remotes/screens/screen-problem.tsx';
import { startSession } from '../session/session.ts';
import type { Session } from '../session/session.ts';
import { loadTelemetry } from '../telemetry/load-telemetry.ts';
import { report } from '../telemetry/report.ts';
import { WhenMounted } from './when-mounted.tsx';

/** How long everything waits for the first screen's remote, in milliseconds. */
const PATIENCE_MS = 1500;

/**
 * Renders the console once everything that its first screen needs is here: no fallback is shown and
 * replaced, which would cost a paint. A remote that keeps it waiting is given its place, empty.
 * `frame` stands around signed-in screens in place of the sidebar.
 */
export async function boot(frame?: ComponentType): Promise<void> {
  const container = document.querySelector('#root');
  if (container === null) throw new Error('The page has no element with the id "root".');
  const { registry: carried, ...page } = (readPageJson() ?? {}) as { registry?: unknown };
  const config = v.safeParse(runtimeConfigSchema, page);
  if (!config.success) return render(container, <BootFailure {...NOT_SET_UP} />);
  const { apiUrl, registryUrl } = config.output;
  // Asks who is signed in, and fetches what signed-in screens need, while the remote is on its way.
  const session = startSession(apiUrl);
  try {
    setRegistry(await registryOf(carried, registryUrl));
  } catch (error) {
    logFailure('The registry could not be read', error);
    const failure = carried === undefined ? NOT_REACHED : NOT_SET_UP;
    return render(container, <BootFailure {...failure} />);
  }
  if (registryUrl !== undefined) watchRegistry(registryUrl);
  const firstRemote = carried === undefined ? guessFirstRemote() : config.output.firstRemote;
  const isDrawn =
    container.firstElementChild !== null && !container.hasAttribute('data-placeholder');
  const first = firstRemote && (await firstScreen(firstRemote, isDrawn));
  const console = <Console config={config.output} session={session} frame={frame} />;
  // A page that says more than the prerendered one did, or a remote that is not here, starts anew.
  const stands = isDrawn && typeof first === 'object' && first.status === 'ready';
  if (stands && !hasNavigationState()) hydrate(container, console);
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

/** The registry that the page carries, or has to ask for. Rejects where there is none. */
async function registryOf(carried: unknown, url: string | undefined): Promise<Registry> {
  const given =
    carried === undefined && url !== undefined ? await askForPageRegistry(url) : carried;
  if (given === undefined) return { remotes: {} };
  const registry = salvageRegistry(given);
  if (registry === undefined) throw new Error('It is no registry.');
  return registry;
}

/** The remote of the first screen; undefined where it keeps a page waiting that shows nothing yet. */
async function firstScreen(remote: string, isDrawn: boolean): Promise<RemoteState | undefined> {
  const loading = ensureRemote(remote, './routes');
  if (isDrawn) return loading;
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  return Promise.race([loading, patience]);
}

interface BootFailureProps {
  title: string;
  message: string;
}

const NOT_SET_UP: BootFailureProps = {
  title: 'Carrel is not set up correctly',
  message:
    'The configuration that came with this page cannot be read. Tell the person who runs this server.',
};

const NOT_REACHED: BootFailureProps = {
  title: 'Carrel could not be loaded',
  message: 'The server could not be reached. Check your connection and try again.',
};

function BootFailure(failure: BootFailureProps) {
  return (
    <UiProvider>
      <ScreenProblem {...failure} onRetry={() => location.reload()} />
    </UiProvider>
  );
}
