import { usePage } from '@carrel/shared/shell';
import { AuthCard, Flex, Spinner, VisuallyHidden } from '@carrel/shared/ui';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';

import type * as Screens from './recovery-screens.tsx';

interface RecoveryLinkPageProps {
  /** What the link of the mail does. */
  purpose: 'complete' | 'stop';
}

/** The screen of a link in a mail about an account recovery. Few people open it: its code is fetched then. */
export function RecoveryLinkPage({ purpose }: RecoveryLinkPageProps) {
  usePage({ title: 'Account recovery' });
  const token = useParams()['token']?.trim() ?? '';
  const [screens, setScreens] = useState<typeof Screens>();

  useEffect(() => {
    import(/* webpackChunkName: "account-recovery" */ './recovery-screens.tsx').then(
      setScreens,
      (error: unknown) =>
        setScreens(() => {
          throw error;
        }),
    );
  }, []);

  if (screens === undefined) {
    return (
      <AuthCard key="loading" title="Account recovery" description="This takes a moment">
        <Flex as="output" justify="center" align="center" height="var(--control)">
          <Spinner />
          <VisuallyHidden>Loading...</VisuallyHidden>
        </Flex>
      </AuthCard>
    );
  }
  if (token === '') return <screens.InvalidRecoveryLink />;
  if (purpose === 'stop') return <screens.StopRecoveryScreen key={token} token={token} />;
  return <screens.CompleteRecoveryScreen key={token} token={token} />;
}
