import { messageOf, useSubmit } from '@carrel/shared/api/guest';
import { emailAddressInputSchema } from '@carrel/shared/contract/guest';
import { consolePaths } from '@carrel/shared/paths/guest';
import { TextField, toast } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';

import { AuthForm } from '../parts/auth-form.tsx';
import { fieldOf } from '../parts/field-of.ts';
import { requestPasswordReset } from '../data/password-reset.api.ts';

export function RequestResetForm({ arrivalState }: { arrivalState: unknown }) {
  const navigate = useNavigate();
  const form = useForm({
    resolver: valibotResolver(emailAddressInputSchema),
    defaultValues: { email_address: '' },
  });

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
    <AuthForm
      form={form}
      onSubmit={submit}
      submitLabel="Send reset email"
      submittingLabel="Sending"
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        {...fieldOf(form, 'email_address')}
      />
    </AuthForm>
  );
}
