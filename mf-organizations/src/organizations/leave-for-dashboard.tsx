import { consolePaths } from '@carrel/shared/paths';
import { toast } from '@carrel/shared/ui';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';

/** Says once why this screen cannot be shown, and goes to the dashboard. */
export function LeaveForDashboard({ reason }: { reason: string }) {
  const navigate = useNavigate();
  const left = useRef(false);

  useEffect(() => {
    if (left.current) return;
    left.current = true;
    toast.error(reason);
    void navigate(consolePaths.dashboard(), { replace: true });
  }, [navigate, reason]);

  return null;
}
