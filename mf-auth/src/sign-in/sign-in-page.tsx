import { consolePaths } from '@carrel/shared/paths/guest';
import { readNavigationState, usePage } from '@carrel/shared/shell';
import { AuthCard, Link, Text } from '@carrel/shared/ui';
import { useState } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';

import { SignInForm, type SecondStep } from './sign-in-form.tsx';

const DEFAULT_MESSAGE = 'Enter your email and password to access your account';

export function SignInPage() {
  usePage({ title: 'Sign in' });
  const { state } = useLocation();
  const { from = consolePaths.dashboard(), message = DEFAULT_MESSAGE } = readNavigationState(state);

  const [email, setEmail] = useState<string>();
  const [step, setStep] = useState<SecondStep>();

  if (step !== undefined) {
    const { SecondStepCard } = step.screens;
    return (
      <SecondStepCard
        methods={step.methods}
        destination={from}
        onBack={() => {
          setEmail(step.email);
          setStep(undefined);
        }}
      />
    );
  }
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
      <SignInForm destination={from} email={email} onSecondStep={setStep} arrivalState={state} />
    </AuthCard>
  );
}
