import { messageOf, useSubmit } from '@carrel/shared/api';
import { loginInputSchema } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useShell } from '@carrel/shared/shell';
import { Flex, Link, PasswordField, TextField, toast } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import type { MouseEvent } from 'react';
import { useForm } from 'react-hook-form';
import { Link as RouterLink, useNavigate } from 'react-router-dom';

import { AuthForm } from '../forms/auth-form.tsx';
import { fieldOf } from '../forms/field-of.ts';
import { signIn } from './sign-in.api.ts';

interface SignInFormProps {
  /** Path of the screen that is opened after success. */
  destination: string;
  /** State of the navigation to this screen, kept on the way to a password reset and back. */
  arrivalState: unknown;
}

export function SignInForm({ destination, arrivalState }: SignInFormProps) {
  const { reloadUser } = useShell();
  const navigate = useNavigate();
  const form = useForm({
    resolver: valibotResolver(loginInputSchema),
    defaultValues: { email_address: '', password: '' },
  });

  const submit = useSubmit(form, {
    send: async (input) => {
      await signIn(input);
      // The browser stored no cookie: the next screen would redirect back to this one.
      if ((await reloadUser()) === null) throw new Error('No session after sign-in');
      toast.success('Login successful!');
      await navigate(destination, { replace: true });
    },
    onFailed: (error) => toast.error(messageOf(error, 'Login failed. Please try again.')),
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
    <AuthForm form={form} onSubmit={submit} submitLabel="Sign in" submittingLabel="Signing in">
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
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
  );
}
