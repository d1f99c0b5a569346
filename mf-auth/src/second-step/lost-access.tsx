import { messageOf } from '@carrel/shared/api/guest';
import { RECOVERY_DELAY_HOURS } from '@carrel/shared/contract/sign-in';
import { AuthCard, Button, Stack, Text, toast } from '@carrel/shared/ui';
import { useState } from 'react';

import { requestRecovery } from '../data/second-step.api.ts';
import { goBack, isExpired } from './use-second-step.ts';

interface LostAccessProps {
  /** Returns to the code. */
  onReturn: () => void;
  /** Returns to the password. */
  onBack: () => void;
}

/** Offers a link that signs in without the second step, after a day in which the owner can stop it. */
export function LostAccess({ onReturn, onBack }: LostAccessProps) {
  const [dueAt, setDueAt] = useState<string>();
  const [loading, setLoading] = useState(false);

  const request = async () => {
    setLoading(true);
    try {
      setDueAt((await requestRecovery()).due_at);
    } catch (error) {
      if (isExpired(error)) goBack(onBack);
      else toast.error(messageOf(error, 'Failed to start the recovery. Please try again.'));
    } finally {
      setLoading(false);
    }
  };

  if (dueAt !== undefined) {
    return (
      <AuthCard
        key="started"
        title="Check your email tomorrow"
        description={`We send a link to every address of your account on ${TIME.format(new Date(dueAt))}.`}
      >
        <Stack gap="4">
          <Text>
            With the link and your password you can sign in. Until then you can still sign in with a
            code or a recovery code: the recovery is stopped by it.
          </Text>
          <Button variant="primary" onClick={onBack}>
            Back to sign in
          </Button>
        </Stack>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      key="lost"
      title="Recover your account"
      description={`We can send you a link in ${RECOVERY_DELAY_HOURS} hours`}
    >
      <Stack gap="4">
        <Text>
          The link goes to every address of your account. Together with your password it signs you
          in once, and removes your authenticator app and recovery codes.
        </Text>
        <Text>
          The wait protects you if someone else knows your password: we tell you now, at every
          address, and you can stop it.
        </Text>
        <Stack gap="2">
          <Button variant="primary" loading={loading} onClick={request}>
            {`Send the link in ${RECOVERY_DELAY_HOURS} hours`}
          </Button>
          <Button variant="secondary" onClick={onReturn}>
            Back to the code
          </Button>
        </Stack>
      </Stack>
    </AuthCard>
  );
}

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });
