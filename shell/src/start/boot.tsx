import '../remotes/provided-modules.ts';
import { runtimeConfigSchema, salvageRegistry, unreadableRemotes } from '@carrel/shared/releases';
import type { RuntimeConfig } from '@carrel/shared/releases';
import { UiProvider } from '@carrel/shared/ui';
import { useEffect, useSyncExternalStore } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import * as v from 'valibot';

import { App } from '../app.tsx';
import { stopEarlyInput, keepFilledFields, replayEarlyInput } from './early-input.ts';
import { logCaughtError, logFailure } from '../base/log-failure.ts';
import { guessFirstRemote } from '../remotes/first-remote.ts';
import { readPageJson } from '../base/page-json.ts';
import { fetchPageRegistry } from '../remotes/page-registry.ts';
import { watchRegistry } from '../remotes/registry-watch.ts';
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
import { report } from '../base/report.ts';

/** How long the first render waits for the first screen's remote, in milliseconds. */
const FIRST_SCREEN_TIMEOUT_MS = 1500;

/**
 * Renders the console once everything that its first screen needs has loaded: a fallback that is
 * shown and replaced would cost a paint. A slow remote's place is left empty.
 * `frame` is rendered around signed-in screens instead of the sidebar.
 */
export async function boot(frame?: ComponentType): Promise<void> {
  const container = document.querySelector('#root');
  if (container === null) throw new Error('The page has no element with the id "root".');
  const { registry: inlined, ...page } = (readPageJson() ?? {}) as { registry?: unknown };
  const config = v.safeParse(runtimeConfigSchema, page);
  if (!config.success) return render(container, <BootFailure {...NOT_SET_UP} />);
  const { apiUrl, registryUrl, signedInCookie } = config.output;
  const isPrerendered =
    container.firstElementChild !== null && !container.hasAttribute('data-placeholder');
  // Requests the signed-in user, and what signed-in screens need, while the remote is loading.
  const session = startSession(apiUrl, { signedInCookie, showsGuest: isPrerendered });
  try {
    storeRegistryJson(await registryJson(inlined, registryUrl));
  } catch (error) {
    logFailure('The registry could not be read', error);
    const failure = inlined === undefined ? NOT_REACHED : NOT_SET_UP;
    return render(container, <BootFailure {...failure} />);
  }
  if (registryUrl !== undefined) watchRegistry(registryUrl);
  const firstRemote = inlined === undefined ? guessFirstRemote() : config.output.firstRemote;
  const first = firstRemote && (await firstScreen(firstRemote, isPrerendered));
  const console = <Console config={config.output} session={session} frame={frame} />;
  // A page of a user, with navigation state, or whose remote has not loaded, differs from the prerendered
  // one.
  const isReady = isPrerendered && typeof first === 'object' && first.status === 'ready';
  if (isReady && session.isGuest() && !hasNavigationState()) hydrate(container, console);
  else render(container, console);
  loadTelemetry(config.output);
}

function hydrate(container: Element, app: ReactNode): void {
  keepFilledFields(container);
  hydrateRoot(container, <WhenMounted act={replayEarlyInput}>{app}</WhenMounted>, {
    onCaughtError: reportCaughtError,
  });
}

interface WhenMountedProps {
  /** Called once all children are mounted, effects included. */
  act: () => void;
  children: ReactNode;
}

/** Calls back when its children have been mounted. */
function WhenMounted({ act, children }: WhenMountedProps) {
  useEffect(act, [act]);
  return children;
}

function render(container: Element, app: ReactNode): void {
  stopEarlyInput();
  createRoot(container, { onCaughtError: reportCaughtError }).render(app);
}

// The browser restores a navigation's state after a reload; the prerendered page lacks it.
function hasNavigationState(): boolean {
  const { usr } = (history.state ?? {}) as { usr?: unknown };
  return usr !== undefined && usr !== null;
}

// Errors that no boundary catches reach the window's listener.
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

/** The console with the screens of the releases in use, which may change while it is open. */
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

/** Returns the JSON of the page's registry, fetched where the page has only its URL. */
async function registryJson(inlined: unknown, url: string | undefined): Promise<unknown> {
  return inlined === undefined && url !== undefined ? fetchPageRegistry(url) : inlined;
}

/** Stores what is valid of a registry. Throws where it is none. */
function storeRegistryJson(json: unknown): void {
  if (json === undefined) return;
  const registry = salvageRegistry(json);
  if (registry === undefined) throw new Error('It is no registry.');
  setRegistry(registry, unreadableRemotes(json, registry));
}

/** Returns the state of the first screen's remote; undefined at the timeout of an empty page. */
async function firstScreen(
  remote: string,
  isPrerendered: boolean,
): Promise<RemoteState | undefined> {
  const loading = ensureRemote(remote, './routes');
  if (isPrerendered) return loading;
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, FIRST_SCREEN_TIMEOUT_MS));
  return Promise.race([loading, timeout]);
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
