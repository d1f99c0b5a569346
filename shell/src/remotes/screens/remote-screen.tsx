import { usePage } from '@carrel/shared/shell';
import type { RemoteScreens } from '@carrel/shared/shell';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

import { isDialogOpen } from '../../base/is-dialog-open.ts';
import { ensureRemote, registryInUse, remoteState, subscribeToRemotes } from '../remote-store.ts';
import { applyUpdateIfSafe, blockUpdates, waitingVersion } from '../updates/remote-updates.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { UnavailableScreen } from './unavailable-screen.tsx';
import { UnsavedInput } from '../updates/unsaved-input.ts';
import { UpdateOffer } from '../updates/update-offer.tsx';

const ROUTES = './routes';

/** How often to check whether a screen still blocks an update, in milliseconds. */
const CHECK_INTERVAL_MS = 500;

interface RemoteScreenProps {
  remote: string;
  path: string;
}

/** A remote's screen, loaded when it is first shown; a card with Retry where that fails. */
export function RemoteScreen({ remote, path }: RemoteScreenProps) {
  const { pathname } = useLocation();
  const subscribe = useCallback(
    (listener: () => void) => {
      const ensure = () => {
        if (remoteState(remote, ROUTES).status === 'absent') void ensureRemote(remote, ROUTES);
        listener();
      };
      const unsubscribe = subscribeToRemotes(ensure);
      ensure();
      return unsubscribe;
    },
    [remote],
  );
  const read = () => remoteState(remote, ROUTES);
  const state = useSyncExternalStore(subscribe, read, read);
  const unsaved = useSafeUpdates(remote);
  if (state.status === 'failed') return <UnavailableScreen remote={remote} module={ROUTES} />;
  if (state.status === 'refused') {
    return <UnavailableScreen remote={remote} module={ROUTES} refusal={state.reason} />;
  }
  if (state.status !== 'ready') return <LoadingRemote remote={remote} path={path} />;
  const { routes } = state.exports as { routes?: RemoteScreens };
  const screen = routes?.find((route) => route.path === path);
  if (screen === undefined) return <UnavailableScreen remote={remote} module={ROUTES} />;
  return (
    // React's events also bubble from dialogs, which are elsewhere in the page's elements.
    <div
      style={{ display: 'contents' }}
      onFocus={({ target }) => unsaved.entered(target)}
      onInput={({ target }) => unsaved.changed(target)}
    >
      <ScreenBoundary key={`${path} ${state.version}`} at={pathname}>
        {screen.element}
      </ScreenBoundary>
      <UpdateOffer remote={remote} />
    </div>
  );
}

/** The place of a screen whose code is loading. The page has the title that the release declares. */
function LoadingRemote({ remote, path }: RemoteScreenProps) {
  const { routes = [] } = registryInUse().remotes[remote] ?? {};
  const title = routes.find((route) => route.path === path)?.title;
  return (
    <>
      {title !== undefined && <LoadingTitle title={title} />}
      <ScreenSkeleton />
    </>
  );
}

function LoadingTitle({ title }: { title: string }) {
  usePage({ title });
  return null;
}

/** Lets the remote be replaced as soon as this screen has no unsaved input and no open dialog. */
function useSafeUpdates(remote: string): UnsavedInput {
  const [unsaved] = useState(() => new UnsavedInput());
  const readWaiting = () => waitingVersion(remote);
  const waits = useSyncExternalStore(subscribeToRemotes, readWaiting, readWaiting);
  useEffect(() => blockUpdates(remote, () => unsaved.exists || isDialogOpen()), [remote, unsaved]);
  useEffect(() => {
    if (waits === undefined) return undefined;
    const timer = setInterval(() => applyUpdateIfSafe(remote), CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [remote, waits]);
  return unsaved;
}
