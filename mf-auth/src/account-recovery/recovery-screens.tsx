import { consolePaths } from '@carrel/shared/paths/guest';
import { AuthCard, Button, Stack, Text } from '@carrel/shared/ui';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { CompleteRecoveryForm } from './complete-recovery-form.tsx';
import { StopRecoveryButton } from './stop-recovery-button.tsx';

interface RecoveryScreenProps {
  token: string;
}

/** Signs in by the link of the last mail, or stops the recovery. */
export function CompleteRecoveryScreen({ token }: RecoveryScreenProps) {
  const [stopped, setStopped] = useState(false);
  if (stopped) return <RecoveryStopped />;
  return (
    <AuthCard
      title="Recover your account"
      description="Enter your password to sign in without a code"
      footer={
        <Stack gap="2" align="center">
          <Text>Did you not ask for this?</Text>
          <StopRecoveryButton
            token={token}
            variant="secondary"
            onStopped={() => setStopped(true)}
          />
        </Stack>
      }
    >
      <Stack gap="4">
        <Text>
          Your authenticator app and your recovery codes are removed. You can set up another app in
          your account settings.
        </Text>
        <CompleteRecoveryForm token={token} />
      </Stack>
    </AuthCard>
  );
}

/** Stops the recovery by the link of the first mail. */
export function StopRecoveryScreen({ token }: RecoveryScreenProps) {
  const [stopped, setStopped] = useState(false);
  if (stopped) return <RecoveryStopped />;
  return (
    <AuthCard
      title="Stop the recovery?"
      description="Someone who knows your password asked to sign in without your second step"
    >
      <Stack gap="4">
        <Text>If you stop it, signing in still needs a code or a recovery code.</Text>
        <StopRecoveryButton token={token} variant="primary" onStopped={() => setStopped(true)} />
      </Stack>
    </AuthCard>
  );
}

function RecoveryStopped() {
  return (
    <AuthCard key="stopped" title="The recovery was stopped">
      <Stack gap="4">
        <Text>
          If you did not ask for it, someone else knows your password. Choose another one now.
        </Text>
        <Stack gap="2">
          <Button asChild variant="primary">
            <RouterLink to={consolePaths.passwordReset()}>Reset password</RouterLink>
          </Button>
          <Button asChild variant="secondary">
            <RouterLink to={consolePaths.login()}>Go to sign in</RouterLink>
          </Button>
        </Stack>
      </Stack>
    </AuthCard>
  );
}

export function InvalidRecoveryLink() {
  return (
    <AuthCard
      title="Invalid recovery link"
      description="The recovery link is invalid or has expired"
    >
      <Stack>
        <Button asChild variant="primary">
          <RouterLink to={consolePaths.login()}>Go to sign in</RouterLink>
        </Button>
      </Stack>
    </AuthCard>
  );
}
