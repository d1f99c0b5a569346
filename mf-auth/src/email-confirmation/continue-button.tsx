import { consolePaths } from '@carrel/shared/paths/guest';
import { useShell } from '@carrel/shared/shell';
import { Button } from '@carrel/shared/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

/** Opens the account of the signed-in user, or the sign-in page. */
export function ContinueButton() {
  const { user, reloadUser } = useShell();
  const navigate = useNavigate();
  const [loading, setLoading] = useState(false);

  const openNext = async () => {
    setLoading(true);
    // Loaded again: the link may have been opened before the session was checked, and a confirmed
    // address changes the profile.
    const found = (await reloadUser().catch(() => null)) ?? user;
    setLoading(false);
    await navigate(found === null ? consolePaths.login() : consolePaths.account());
  };

  return (
    <Button variant="primary" loading={loading} onClick={openNext}>
      Continue
    </Button>
  );
}
