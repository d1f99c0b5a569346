import { messageOf, useSubmit } from '@carrel/shared/api';
import { loginInputSchema } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useShell } from '@carrel/shared/shell';
import { Button, Flex, Link, PasswordField, Stack, TextField, toast } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { Link as RouterLink, useNavigate } from 'react-router-dom';

import { AuthForm } from '../forms/auth-form.tsx';
import { fieldOf } from '../forms/field-of.ts';
import { usePasskeySignIn } from './passkeys/use-passkey-sign-in.ts';
import { signIn } from './sign-in.api.ts';

interface SignInFormProps {
  /** Path of the screen that is opened after success. */
  destination: string;
  /** State of the navigation to this screen, kept on the way to a password reset and back. */
  arrivalState: unknown;
}

const FAILED = 'Login failed. Please try again.';

export function SignInForm({ destination, arrivalState }: SignInFormProps) {
  const { reloadUser } = useShell();
  const navigate = useNavigate();
  const form = useForm({
    resolver: valibotResolver(loginInputSchema),
    defaultValues: { email_address: '', password: '' },
  });

  const finish = async () => {
    // The browser stored no cookie: the next screen would redirect back to this one.
    if ((await reloadUser()) === null) throw new Error('No session after sign-in');
    toast.success('Login successful!');
    await navigate(destination, { replace: true });
  };
  const passkeys = usePasskeySignIn(finish);
  const submit = useSubmit(form, {
    send: async (input) => {
      passkeys.end();
      await signIn(input);
      await finish();
    },
    onFailed: (error) => {
      toast.error(messageOf(error, FAILED));
      void passkeys.offer();
    },
  });

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
        <Flex justify="flex-end">
          <Link asChild>
            <RouterLink to={consolePaths.passwordReset()} state={arrivalState}>
              Forgot your password?
            </RouterLink>
          </Link>
        </Flex>
      </AuthForm>
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
