import { useSubmit } from '@carrel/shared/api';
import { resetPasswordInputSchema } from '@carrel/shared/contract';
import { Button, PasswordField, Stack, TextField } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';

import { usePasswordReset } from './use-password-reset.ts';

export function ResetPasswordForm({ token }: { token: string }) {
  const form = useForm({
    resolver: valibotResolver(resetPasswordInputSchema),
    defaultValues: { token, new_password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = useSubmit(form, usePasswordReset());

  return (
    <form method="post" noValidate onSubmit={submit}>
      <Stack gap="4">
        {/* Not registered: a disabled field would take the token out of the form's values. */}
        <TextField label="Token" value={token} disabled readOnly error={errors.token?.message} />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters"
          required
          error={errors.new_password?.message}
          {...form.register('new_password')}
        />
        <Button
          type="submit"
          variant="primary"
          loading={isSubmitting}
          loadingText="Resetting password"
        >
          Reset password
        </Button>
      </Stack>
    </form>
  );
}
