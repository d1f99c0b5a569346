import { messageOf, queryKeys } from '@carrel/shared/api';
import { Button } from '@carrel/shared/ui';
import { useConfirm } from '@carrel/shared/ui/signed-in';
import { useState } from 'react';

import { endOtherSessions } from '../data/sessions.api.ts';

/** A button that ends all sessions but the current one. It disappears if the server lacks the call. */
export function EndOtherSessions() {
  const [isMissing, setMissing] = useState(false);
  const ending = useConfirm(() => ({
    title: 'Sign out everywhere else',
    consequences: ['All other browsers are signed out at once', 'This browser stays signed in'],
    confirmLabel: 'Sign out everywhere else',
    act: endOtherSessions,
    done: 'Signed out everywhere else',
    failed: (error) => messageOf(error, 'Failed to sign out everywhere else'),
    missing: () => setMissing(true),
    invalidates: queryKeys.sessions(),
  }));
  if (isMissing) return null;

  return (
    <>
      <Button variant="secondary" onClick={() => ending.ask()}>
        Sign out everywhere else
      </Button>
      {ending.dialog}
    </>
  );
}
