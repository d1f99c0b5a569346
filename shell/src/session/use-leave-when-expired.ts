import { isUnanswered, SESSION_EXPIRED_EVENT } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Redirects a guest whose request failed with an authentication error to the sign-in page. */
export function useLeaveWhenExpired(isGuestScreen: boolean): void {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();

  useEffect(() => {
    if (!isGuestScreen || pathname === consolePaths.login()) return undefined;
    const leave = (event: Event) => {
      if (isUnanswered((event as CustomEvent<unknown>).detail)) return;
      void navigate(consolePaths.login(), { replace: true, state });
    };
    window.addEventListener(SESSION_EXPIRED_EVENT, leave);
    return () => window.removeEventListener(SESSION_EXPIRED_EVENT, leave);
  }, [isGuestScreen, pathname, state, navigate]);
}
