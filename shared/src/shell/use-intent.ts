import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { readNavigationState } from './navigation-state.ts';

/**
 * Does something once when a navigation asks for it, such as opening the dialog that creates. The
 * history forgets that it was asked, so that neither Back nor a reload does it again.
 *
 * @example
 * useIntent('create', () => setDialog('create'));
 */
export function useIntent(intent: string, act: () => void): void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const done = useRef<unknown>(undefined);
  const asked = readNavigationState(state).intent === intent;
  useEffect(() => {
    if (!asked || done.current === state) return;
    done.current = state;
    act();
    void navigate(`${pathname}${search}`, { replace: true });
  }, [asked, state, act, navigate, pathname, search]);
}
