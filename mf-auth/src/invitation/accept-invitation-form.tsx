import { messageOf, useSubmit } from '@carrel/shared/api/guest';
import { acceptInvitationInputSchema, PASSWORD_MIN } from '@carrel/shared/contract/guest';
import { consolePaths } from '@carrel/shared/paths/guest';
import { FormMessage, toast } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';

import { AuthForm } from '../parts/auth-form.tsx';
import { fieldOf } from '../parts/field-of.ts';
import { NameFields } from '../parts/name-fields.tsx';
import { NewPasswordFields } from '../parts/new-password-fields.tsx';
import { acceptInvitation } from '../data/invitation.api.ts';

const acceptInvitationFormSchema = v.pipe(
  v.object({
    ...acceptInvitationInputSchema.entries,
    invitation_token: v.pipe(v.string(), v.nonEmpty('Invalid invitation token')),
    confirm_password: v.pipe(
      v.string(),
      v.minLength(PASSWORD_MIN, 'Password confirmation is required'),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirm_password']],
      (passwords) => passwords.password === passwords.confirm_password,
      "Passwords don't match",
    ),
    ['confirm_password'],
  ),
);

export function AcceptInvitationForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const form = useForm({
    resolver: valibotResolver(acceptInvitationFormSchema),
    // Otherwise an invalid field would hide that the passwords differ.
    criteriaMode: 'all',
    defaultValues: {
      first_name: '',
      last_name: '',
      password: '',
      confirm_password: '',
      invitation_token: token,
    },
  });

  const submit = useSubmit(form, {
    send: async ({ first_name, last_name, password, invitation_token }) => {
      await acceptInvitation({ first_name, last_name, password, invitation_token });
      toast.success('Account created successfully! You can now login.');
      await navigate(consolePaths.login());
    },
    onFailed: (error) =>
      toast.error(messageOf(error, 'Failed to accept invitation. Please try again.')),
  });

  return (
    <AuthForm
      form={form}
      onSubmit={submit}
      submitLabel="Create Account & Join Organization"
      submittingLabel="Creating account"
    >
      <NameFields first={fieldOf(form, 'first_name')} last={fieldOf(form, 'last_name')} />
      <NewPasswordFields
        label="Password"
        password={fieldOf(form, 'password', { deps: ['confirm_password'] })}
        confirmation={fieldOf(form, 'confirm_password')}
      />
      <FormMessage>{form.formState.errors.invitation_token?.message}</FormMessage>
    </AuthForm>
  );
}
