import { messageOf, useSubmit } from '@carrel/shared/api';
import { registerInputSchema } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Button, Grid, PasswordField, Stack, TextField, toast } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';

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
        <Grid gap="4" templateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
          <TextField
            label="First name"
            autoComplete="given-name"
            required
            error={errors.first_name?.message}
            {...form.register('first_name')}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            required
            error={errors.last_name?.message}
            {...form.register('last_name')}
          />
        </Grid>
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
