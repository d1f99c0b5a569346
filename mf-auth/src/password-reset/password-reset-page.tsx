import { consolePaths } from '@carrel/shared/paths/guest';
import { usePage } from '@carrel/shared/shell';
import { AuthCard, Link } from '@carrel/shared/ui';
import { Link as RouterLink, useLocation, useSearchParams } from 'react-router-dom';

import { RequestResetForm } from './request-reset-form.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';

export function PasswordResetPage() {
  usePage({ title: 'Reset password' });
  const [parameters] = useSearchParams();
  // From the sign-in page and passed back to it: the screen that required the sign-in.
  const { state } = useLocation();
  const token = parameters.get('token')?.trim() ?? '';

  return (
    <AuthCard
      title="Reset password"
      description={
        token === ''
          ? 'Enter your email and we will send you a link to reset your password'
          : 'Choose a new password for your account'
      }
      footer={
        <Link asChild>
          <RouterLink to={consolePaths.login()} state={state}>
            Back to sign in
          </RouterLink>
        </Link>
      }
    >
      {token === '' ? (
        <RequestResetForm arrivalState={state} />
      ) : (
        <ResetPasswordForm key={token} token={token} />
      )}
    </AuthCard>
  );
}
