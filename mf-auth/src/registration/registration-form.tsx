import { messageOf, useSubmit } from '@carrel/shared/api';
import { registerInputSchema } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Button, PasswordField, Stack, TextField, toast } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';

import { NameFields } from '../names/name-fields.tsx';
import { registerAccount } from './registration.api.ts';

export function RegistrationForm({ arrivalState }: { arrivalState: unknown }) {
  const navigate = useNavigate();
  const form = useForm({
    resolver: valibotResolver(registerInputSchema),
    defaultValues: { first_name: '', last_name: '', email_address: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = useSubmit(form, {
    send: async (input) => {
      await registerAccount(input);
      toast.success('Account created successfully! Please check your email for verification.');
      await navigate(consolePaths.login(), { state: arrivalState });
    },
    onFailed: (error) => toast.error(messageOf(error, 'Registration failed. Please try again.')),
  });

  return (
    <form method="post" noValidate onSubmit={submit}>
      <Stack gap="4">
        <NameFields
          first={{ error: errors.first_name?.message, ...form.register('first_name') }}
          last={{ error: errors.last_name?.message, ...form.register('last_name') }}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          required
          error={errors.email_address?.message}
          {...form.register('email_address')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="At least 8 characters"
          required
          error={errors.password?.message}
          {...form.register('password')}
        />
        <Button
          type="submit"
          variant="primary"
          loading={isSubmitting}
          loadingText="Creating account"
        >
          Create account
        </Button>
      </Stack>
    </form>
  );
}
