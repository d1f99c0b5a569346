import { consolePaths } from '@carrel/shared/paths/guest';
import { usePage } from '@carrel/shared/shell';
import { AuthCard, Button, Link, Stack, toast } from '@carrel/shared/ui';
import { useEffect } from 'react';
import { Link as RouterLink, useParams } from 'react-router-dom';

import { ResetByLinkForm } from './reset-by-link-form.tsx';

export function ResetByLinkPage() {
  usePage({ title: 'Reset password' });
  const token = useParams()['token']?.trim() ?? '';

  if (token === '') return <InvalidResetLink />;
  return (
    <AuthCard
      title="Reset password"
      description="Choose a new password for your account"
      footer={
        <Link asChild>
          <RouterLink to={consolePaths.login()}>Back to sign in</RouterLink>
        </Link>
      }
    >
      <ResetByLinkForm key={token} token={token} />
    </AuthCard>
  );
}

function InvalidResetLink() {
  useEffect(() => {
    toast.error('Invalid reset link');
  }, []);
  return (
    <AuthCard
      title="Invalid Reset Link"
      description="The password reset link is invalid or has expired"
    >
      <Stack>
        <Button asChild variant="primary">
          <RouterLink to={consolePaths.passwordReset()}>Request a new reset link</RouterLink>
        </Button>
      </Stack>
    </AuthCard>
  );
}
