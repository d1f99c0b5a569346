import { consolePaths } from '@carrel/shared/paths/guest';
import { usePage } from '@carrel/shared/shell';
import { AuthCard, Link, Text } from '@carrel/shared/ui';
import { Link as RouterLink, useLocation } from 'react-router-dom';

import { RegistrationForm } from './registration-form.tsx';

export function RegistrationPage() {
  usePage({ title: 'Register' });
  // Passed to the sign-in page, which returns to the screen that required the sign-in.
  const { state } = useLocation();

  return (
    <AuthCard
      title="Create an account"
      description="Enter your details to get started"
      footer={
        <Text>
          Already have an account?{' '}
          <Link asChild>
            <RouterLink to={consolePaths.login()} state={state}>
              Sign in
            </RouterLink>
          </Link>
        </Text>
      }
    >
      <RegistrationForm arrivalState={state} />
    </AuthCard>
  );
}
