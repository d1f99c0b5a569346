import { consolePaths } from '@carrel/shared/paths';
import { usePage } from '@carrel/shared/shell';
import { AuthCard, Link, Text } from '@carrel/shared/ui';
import { Link as RouterLink, useLocation } from 'react-router-dom';

import { readArrival } from './arrival.ts';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage() {
  usePage({ title: 'Sign in' });
  const { state } = useLocation();
  const { destination, message } = readArrival(state);

  return (
    <AuthCard
      title="Sign in"
      description={message}
      footer={
        <Text>
          Don&apos;t have an account?{' '}
          <Link asChild>
            <RouterLink to={consolePaths.register()} state={state}>
              Register
            </RouterLink>
          </Link>
        </Text>
      }
    >
      <SignInForm destination={destination} />
    </AuthCard>
  );
}
