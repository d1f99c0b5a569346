import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { readNavigationState } from './navigation-state.ts';

/**
 * Calls `act` once when a navigation has this intent, such as to open the dialog that creates. The intent
 * is deleted from the history, so that neither Back nor a reload does it again.
 *
 * @example
 * useIntent('create', () => setDialog('create'));
 */
export function useIntent(intent: string, act: () => void): void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const done = useRef<unknown>(undefined);
  const isIntended = readNavigationState(state).intent === intent;
  useEffect(() => {
    if (!isIntended || done.current === state) return;
    done.current = state;
    act();
    void navigate(`${pathname}${search}`, { replace: true });
  }, [isIntended, state, act, navigate, pathname, search]);
}
