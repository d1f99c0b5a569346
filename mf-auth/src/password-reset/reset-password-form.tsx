import { useSubmit } from '@carrel/shared/api/guest';
import { resetPasswordInputSchema } from '@carrel/shared/contract/guest';
import { PasswordField, TextField } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';

import { AuthForm } from '../parts/auth-form.tsx';
import { fieldOf } from '../parts/field-of.ts';
import { usePasswordReset } from './use-password-reset.ts';

export function ResetPasswordForm({ token }: { token: string }) {
  const form = useForm({
    resolver: valibotResolver(resetPasswordInputSchema),
    defaultValues: { token, new_password: '' },
  });
  const submit = useSubmit(form, usePasswordReset());

  return (
    <AuthForm
      form={form}
      onSubmit={submit}
      submitLabel="Reset password"
      submittingLabel="Resetting password"
    >
      {/* Not registered: a disabled field would take the token out of the form's values. */}
      <TextField
        label="Token"
        value={token}
        disabled
        readOnly
        error={form.formState.errors.token?.message}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters"
        required
        {...fieldOf(form, 'new_password')}
      />
    </AuthForm>
  );
}
