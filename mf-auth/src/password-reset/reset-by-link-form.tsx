import { useSubmit } from '@carrel/shared/api';
import { newPasswordSchema } from '@carrel/shared/contract';
import { Button, FormMessage, PasswordField, Stack } from '@carrel/shared/ui';
import * as v from 'valibot';

import { useGuestForm } from '../forms/use-guest-form.ts';
import { usePasswordReset } from './use-password-reset.ts';

const resetByLinkSchema = v.pipe(
  v.object({
    token: v.pipe(v.string(), v.nonEmpty('Invalid reset link')),
    new_password: newPasswordSchema,
    confirm_password: v.pipe(v.string(), v.nonEmpty('Please confirm your password')),
  }),
  v.forward(
    v.partialCheck(
      [['new_password'], ['confirm_password']],
      (passwords) => passwords.new_password === passwords.confirm_password,
      "Passwords don't match",
    ),
    ['confirm_password'],
  ),
);

export function ResetByLinkForm({ token }: { token: string }) {
  const form = useGuestForm(resetByLinkSchema, { token, new_password: '', confirm_password: '' });
  const { errors, isSubmitting } = form;
  const submit = useSubmit(form, usePasswordReset());

  return (
    <form method="post" noValidate onSubmit={submit}>
      <Stack gap="4">
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters"
          required
          error={errors.new_password}
          {...form.register('new_password', { checks: ['confirm_password'] })}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          required
          error={errors.confirm_password}
          {...form.register('confirm_password')}
        />
        {errors.token === undefined ? null : <FormMessage>{errors.token}</FormMessage>}
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
