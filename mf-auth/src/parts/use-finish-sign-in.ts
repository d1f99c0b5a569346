import { useShell } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { useNavigate } from 'react-router-dom';

/** Returns what follows a sign-in that the server accepted: the user is read, and `destination` is opened. */
export function useFinishSignIn(destination: string) {
  const { reloadUser } = useShell();
  const navigate = useNavigate();
  return async (message = 'Login successful!') => {
    // The browser stored no cookie: the next screen would redirect back to this one.
    if ((await reloadUser()) === null) throw new Error('No session after sign-in');
    toast.success(message);
    await navigate(destination, { replace: true });
  };
}
