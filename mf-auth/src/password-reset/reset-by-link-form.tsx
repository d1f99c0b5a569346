import { useSubmit } from '@carrel/shared/api/guest';
import { newPasswordSchema } from '@carrel/shared/contract/guest';
import { FormMessage } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';

import { AuthForm } from '../parts/auth-form.tsx';
import { fieldOf } from '../parts/field-of.ts';
import { NewPasswordFields } from '../parts/new-password-fields.tsx';
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
  const submit = useSubmit(form, usePasswordReset());

  return (
    <AuthForm
      form={form}
      onSubmit={submit}
      submitLabel="Reset password"
      submittingLabel="Resetting password"
    >
      <NewPasswordFields
        label="New password"
        password={fieldOf(form, 'new_password', { deps: ['confirm_password'] })}
        confirmation={fieldOf(form, 'confirm_password')}
      />
      <FormMessage>{form.formState.errors.token?.message}</FormMessage>
    </AuthForm>
  );
}
