import { LoadingScreen } from '@carrel/shared/ui';
import { Provider, useAtomValue } from 'jotai';
import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';

import { ScreenProblem } from '../remotes/screens/screen-problem.tsx';
import { sessionStatusAtom } from '../state/session.atoms.ts';
import type { Session, SessionStore } from './session.ts';
import { ShellBoundary } from './shell-boundary.tsx';

let stores = 0;
const keys = new WeakMap<SessionStore, number>();

// A new store is a new tree: no state of the previous user's screens remains.
function keyOf(store: SessionStore): number {
  const key = keys.get(store) ?? (stores += 1);
  keys.set(store, key);
  return key;
}

/** Provides the session to the screens, which are rendered once it is known who is signed in. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  const store = useSyncExternalStore(session.subscribe, session.store, session.store);
  return (
    <Provider key={keyOf(store)} store={store}>
      <SessionCheck session={session}>
        <ShellBoundary session={session}>{children}</ShellBoundary>
      </SessionCheck>
    </Provider>
  );
}

function SessionCheck({ session, children }: { session: Session; children: ReactNode }) {
  const status = useAtomValue(sessionStatusAtom);
  if (status === 'ready') return children;
  if (status === 'checking') return <LoadingScreen />;
  return (
    <ScreenProblem
      title="The console could not be loaded"
      message="Check your connection and try again."
      onRetry={() => void session.start()}
    />
  );
}
