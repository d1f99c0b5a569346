import type { RouteAccess } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { readNavigationState } from '@carrel/shared/shell';
import type { NavigationState } from '@carrel/shared/shell';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';

import { signedOutAtom, startFailureAtom, userAtom } from '../state/session.atoms.ts';
import { useLeaveWhenExpired } from './use-leave-when-expired.ts';

/** Shows a screen to users who may see it, and redirects all others. */
export function Guard({ access, children }: { access: RouteAccess; children: ReactNode }) {
  const user = useAtomValue(userAtom);
  const signedOut = useAtomValue(signedOutAtom);
  const message = useAtomValue(startFailureAtom);
  const { pathname, search, hash, state } = useLocation();
  useLeaveWhenExpired(access === 'guest' && user === null);
  if (access === 'public') return children;
  if (access === 'guest') {
    const { from = consolePaths.dashboard() } = readNavigationState(state);
    return user === null ? children : <Navigate to={from} replace />;
  }
  if (user === null) {
    const remembered: NavigationState = signedOut
      ? {}
      : { from: `${pathname}${search}${hash}`, ...(message === undefined ? {} : { message }) };
    return <Navigate to={consolePaths.login()} replace state={remembered} />;
  }
  if (access === 'organization' && Object.keys(user.memberships).length === 0) {
    return <Navigate to={consolePaths.dashboard()} replace />;
  }
  return children;
}
