import { ErrorState } from '@carrel/shared/ui';
import { usePage } from '@carrel/shared/shell';
import type { RemoteScreens } from '@carrel/shared/shell';
import { useCallback, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

import { ensureRemote, remoteState, subscribeToRemotes } from './remote-store.ts';
import { ScreenBoundary } from './screen-boundary.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';

const ROUTES = './routes';

/** A screen that a remote brings, loaded on its first showing; a card with Retry where that fails. */
export function RemoteScreen({ remote, path }: { remote: string; path: string }) {
  const { pathname } = useLocation();
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribe = subscribeToRemotes(listener);
      if (remoteState(remote, ROUTES).status === 'absent') void ensureRemote(remote, ROUTES);
      return unsubscribe;
    },
    [remote],
  );
  const state = useSyncExternalStore(subscribe, () => remoteState(remote, ROUTES));
  if (state.status === 'failed') {
    return <UnavailableScreen remote={remote} />;
  }
  if (state.status !== 'ready') return <ScreenSkeleton />;
  const { routes } = state.exports as { routes?: RemoteScreens };
  const screen = routes?.find((route) => route.path === path);
  if (screen === undefined) return <UnavailableScreen remote={remote} />;
  return (
    <ScreenBoundary key={path} at={pathname}>
      {screen.element}
    </ScreenBoundary>
  );
}

function UnavailableScreen({ remote }: { remote: string }) {
  usePage({ title: 'Not available' });
  return (
    <ErrorState
      title="This part of Carrel could not be loaded"
      message="The rest works as before. Check your connection and try again."
      onRetry={() => void ensureRemote(remote, ROUTES)}
    />
  );
}
