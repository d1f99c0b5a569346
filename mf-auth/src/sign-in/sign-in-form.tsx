import { messageOf, useSubmit } from '@carrel/shared/api';
import { loginInputSchema } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useShell } from '@carrel/shared/shell';
import { Button, Flex, Link, PasswordField, Stack, TextField, toast } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { Link as RouterLink, useNavigate } from 'react-router-dom';

import { signIn } from './sign-in.api.ts';

interface SignInFormProps {
  /** The place to go to after success. */
  destination: string;
  /** What the navigation here brought along, kept on the way to a password reset and back. */
  arrivalState: unknown;
}

export function SignInForm({ destination, arrivalState }: SignInFormProps) {
  const { reloadUser } = useShell();
  const navigate = useNavigate();
  const form = useForm({
    resolver: valibotResolver(loginInputSchema),
    defaultValues: { email_address: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = useSubmit(form, {
    send: async (input) => {
      await signIn(input);
      // Signed in, yet nobody is: the browser kept no cookie. Going on would lead straight back here.
      if ((await reloadUser()) === null) throw new Error('No session after sign-in');
      toast.success('Login successful!');
      await navigate(destination, { replace: true });
    },
    onFailed: (error) => toast.error(messageOf(error, 'Login failed. Please try again.')),
  });

  return (
    <form method="post" noValidate onSubmit={submit}>
      <Stack gap="4">
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          error={errors.email_address?.message}
          {...form.register('email_address')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...form.register('password')}
        />
        <Flex justify="flex-end">
          <Link asChild>
            <RouterLink to={consolePaths.passwordReset()} state={arrivalState}>
              Forgot your password?
            </RouterLink>
          </Link>
        </Flex>
        <Button type="submit" variant="primary" loading={isSubmitting} loadingText="Signing in">
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
