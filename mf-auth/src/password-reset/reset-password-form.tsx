import { useSubmit } from '@carrel/shared/api';
import { resetPasswordInputSchema } from '@carrel/shared/contract';
import { Button, PasswordField, Stack, TextField } from '@carrel/shared/ui';

import { useGuestForm } from '../forms/use-guest-form.ts';
import { usePasswordReset } from './use-password-reset.ts';

export function ResetPasswordForm({ token }: { token: string }) {
  const form = useGuestForm(resetPasswordInputSchema, { token, new_password: '' });
  const { errors, isSubmitting } = form;
  const submit = useSubmit(form, usePasswordReset());

  return (
    <form method="post" noValidate onSubmit={submit}>
      <Stack gap="4">
        {/* Not registered: a disabled field would take the token out of the form's values. */}
        <TextField label="Token" value={token} disabled readOnly error={errors.token} />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters"
          required
          error={errors.new_password}
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
