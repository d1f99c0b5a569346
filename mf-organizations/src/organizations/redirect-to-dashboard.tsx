import { consolePaths } from '@carrel/shared/paths';
import { toast } from '@carrel/shared/ui';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';

/** Shows once why this screen cannot be shown, and redirects to the dashboard. */
export function RedirectToDashboard({ reason }: { reason: string }) {
  const navigate = useNavigate();
  const redirected = useRef(false);

  useEffect(() => {
    if (redirected.current) return;
    redirected.current = true;
    toast.error(reason);
    void navigate(consolePaths.dashboard(), { replace: true });
  }, [navigate, reason]);

  return null;
}
