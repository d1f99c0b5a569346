import { isApiError, messageOf, useSubmit } from '@carrel/shared/api/guest';
import { loginInputSchema, UNCONFIRMED_ADDRESS } from '@carrel/shared/contract/guest';
import { consolePaths } from '@carrel/shared/paths/guest';
import { Button, Flex, Link, PasswordField, Stack, TextField, toast } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState, type MouseEvent } from 'react';
import { useForm } from 'react-hook-form';
import { Link as RouterLink, useNavigate } from 'react-router-dom';

import { AuthForm } from '../parts/auth-form.tsx';
import { fieldOf } from '../parts/field-of.ts';
import { loadLazyScreens } from '../lazy/load-lazy-screens.ts';
import type { LazyScreens } from '../lazy/load-lazy-screens.ts';
import { ResendConfirmation } from './resend-confirmation.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';
import { signIn } from '../data/sign-in.api.ts';
import { useFinishSignIn } from '../parts/use-finish-sign-in.ts';

/** What a right password was not enough for. */
export interface SecondStep {
  email: string;
  /** Of `SIGN_IN_METHODS`: one of them is needed besides the password. */
  methods: string[];
  /** The code of what follows, which few people need. */
  screens: LazyScreens;
}

interface SignInFormProps {
  /** Path of the screen that is opened after success. */
  destination: string;
  /** The address that was typed before. */
  email: string | undefined;
  onSecondStep: (step: SecondStep) => void;
  /** State of the navigation to this screen, kept on the way to a password reset and back. */
  arrivalState: unknown;
}

const FAILED = 'Login failed. Please try again.';

export function SignInForm({
  destination,
  email = '',
  onSecondStep,
  arrivalState,
}: SignInFormProps) {
  const finish = useFinishSignIn(destination);
  const navigate = useNavigate();
  const form = useForm({
    resolver: valibotResolver(loginInputSchema),
    defaultValues: { email_address: email, password: '' },
  });

  // The server tells it after the right password only.
  const [unconfirmed, setUnconfirmed] = useState<string>();
  const passkeys = usePasskeySignIn(finish);
  const submit = useSubmit(form, {
    send: async (input) => {
      passkeys.end();
      setUnconfirmed((address) => (address === input.email_address ? address : undefined));
      const { second_step: step } = await signIn(input).catch((error: unknown) => {
        const isUnconfirmed = isApiError(error) && error.message === UNCONFIRMED_ADDRESS;
        setUnconfirmed(isUnconfirmed ? input.email_address : undefined);
        throw error;
      });
      if (step === undefined) return finish();
      const screens = await loadLazyScreens();
      return onSecondStep({ email: input.email_address, methods: step.methods, screens });
    },
    onFailed: (error) => {
      toast.error(messageOf(error, FAILED));
      void passkeys.offer();
    },
  });

  const keepAddress = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    const email_address = form.getValues('email_address');
    void navigate(consolePaths.singleSignOn(), {
      state: { ...(arrivalState as object | null), email_address },
    });
  };

  return (
    <Stack gap="3">
      <AuthForm form={form} onSubmit={submit} submitLabel="Sign in" submittingLabel="Signing in">
        <TextField
          label="Email"
          type="email"
          autoComplete="username webauthn"
          required
          {...fieldOf(form, 'email_address')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          {...fieldOf(form, 'password')}
        />
        <Flex justify="space-between" gap="3">
          <Link asChild>
            <RouterLink to={consolePaths.singleSignOn()} state={arrivalState} onClick={keepAddress}>
              Use single sign-on
            </RouterLink>
          </Link>
          <Link asChild>
            <RouterLink to={consolePaths.passwordReset()} state={arrivalState}>
              Forgot your password?
            </RouterLink>
          </Link>
        </Flex>
      </AuthForm>
      {unconfirmed !== undefined && <ResendConfirmation key={unconfirmed} address={unconfirmed} />}
      <Button
        onClick={async () => {
          await passkeys.use().catch(() => toast.error(FAILED));
        }}
      >
        Sign in with a passkey
      </Button>
    </Stack>
  );
}
