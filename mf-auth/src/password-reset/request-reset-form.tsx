import { messageOf, useSubmit } from '@carrel/shared/api';
import { emailAddressInputSchema } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Button, Stack, TextField, toast } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';

import { requestPasswordReset } from './password-reset.api.ts';

export function RequestResetForm({ arrivalState }: { arrivalState: unknown }) {
  const navigate = useNavigate();
  const form = useForm({
    resolver: valibotResolver(emailAddressInputSchema),
    defaultValues: { email_address: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = useSubmit(form, {
    send: async (input) => {
      await requestPasswordReset(input);
      toast.success('Password reset email sent! Please check your inbox.');
      await navigate(consolePaths.login(), { state: arrivalState });
    },
    onFailed: (error) =>
      toast.error(messageOf(error, 'Failed to send reset email. Please try again.')),
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
        <Button type="submit" variant="primary" loading={isSubmitting} loadingText="Sending">
          Send reset email
        </Button>
      </Stack>
    </form>
  );
}
