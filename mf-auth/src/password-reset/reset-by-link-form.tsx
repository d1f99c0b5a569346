import { useSubmit } from '@carrel/shared/api';
import { newPasswordSchema } from '@carrel/shared/contract';
import { Button, FormMessage, Stack } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';

import { NewPasswordFields } from '../passwords/new-password-fields.tsx';
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
  const form = useForm({
    resolver: valibotResolver(resetByLinkSchema),
    // Otherwise an invalid field would hide that the passwords differ.
    criteriaMode: 'all',
    defaultValues: { token, new_password: '', confirm_password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = useSubmit(form, usePasswordReset());

  return (
    <form method="post" noValidate onSubmit={submit}>
      <Stack gap="4">
        <NewPasswordFields
          label="New password"
          password={{
            error: errors.new_password?.message,
            ...form.register('new_password', { deps: ['confirm_password'] }),
          }}
          confirmation={{
            error: errors.confirm_password?.message,
            ...form.register('confirm_password'),
          }}
        />
        {errors.token?.message === undefined ? null : (
          <FormMessage>{errors.token.message}</FormMessage>
        )}
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
