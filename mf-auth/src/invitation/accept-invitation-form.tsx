import { messageOf, useSubmit } from '@carrel/shared/api';
import { acceptInvitationInputSchema, PASSWORD_MIN } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Button, FormMessage, Stack, toast } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';

import { NameFields } from '../names/name-fields.tsx';
import { NewPasswordFields } from '../passwords/new-password-fields.tsx';
import { acceptInvitation } from './invitation.api.ts';

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
  const { errors, isSubmitting } = form.formState;

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
    <form method="post" noValidate onSubmit={submit}>
      <Stack gap="4">
        <NameFields
          first={{ error: errors.first_name?.message, ...form.register('first_name') }}
          last={{ error: errors.last_name?.message, ...form.register('last_name') }}
        />
        <NewPasswordFields
          label="Password"
          password={{
            error: errors.password?.message,
            ...form.register('password', { deps: ['confirm_password'] }),
          }}
          confirmation={{
            error: errors.confirm_password?.message,
            ...form.register('confirm_password'),
          }}
        />
        {errors.invitation_token?.message === undefined ? null : (
          <FormMessage>{errors.invitation_token.message}</FormMessage>
        )}
        <Button
          type="submit"
          variant="primary"
          loading={isSubmitting}
          loadingText="Creating account"
        >
          Create Account & Join Organization
        </Button>
      </Stack>
    </form>
  );
}
