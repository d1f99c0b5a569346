import { consolePaths } from '@carrel/shared/paths';
import { useShell } from '@carrel/shared/shell';
import { Button } from '@carrel/shared/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

/** Goes on to the account of whoever is signed in here, or to the sign-in page. */
export function ContinueButton() {
  const { user, reloadUser } = useShell();
  const navigate = useNavigate();
  const [looking, setLooking] = useState(false);

  const goOn = async () => {
    setLooking(true);
    // Asked again: the link may have been opened before the session was checked, and a confirmed
    // address changes the profile.
    const found = (await reloadUser().catch(() => null)) ?? user;
    setLooking(false);
    await navigate(found === null ? consolePaths.login() : consolePaths.account());
  };

  return (
    <Button variant="primary" loading={looking} onClick={goOn}>
      Continue
    </Button>
  );
}
