import { messageOf, useSubmit } from '@carrel/shared/api/guest';
import { registerInputSchema } from '@carrel/shared/contract/guest';
import { consolePaths } from '@carrel/shared/paths/guest';
import { PasswordField, TextField, toast } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';

import { AuthForm } from '../parts/auth-form.tsx';
import { fieldOf } from '../parts/field-of.ts';
import { NameFields } from '../parts/name-fields.tsx';
import { registerAccount } from '../data/registration.api.ts';

export function RegistrationForm({ arrivalState }: { arrivalState: unknown }) {
  const navigate = useNavigate();
  const form = useForm({
    resolver: valibotResolver(registerInputSchema),
    defaultValues: { first_name: '', last_name: '', email_address: '', password: '' },
  });

  const submit = useSubmit(form, {
    send: async (input) => {
      await registerAccount(input);
      toast.success('Account created successfully! Please check your email for verification.');
      await navigate(consolePaths.login(), { state: arrivalState });
    },
    onFailed: (error) => toast.error(messageOf(error, 'Registration failed. Please try again.')),
  });

  return (
    <AuthForm
      form={form}
      onSubmit={submit}
      submitLabel="Create account"
      submittingLabel="Creating account"
    >
      <NameFields first={fieldOf(form, 'first_name')} last={fieldOf(form, 'last_name')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        {...fieldOf(form, 'email_address')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters"
        required
        {...fieldOf(form, 'password')}
      />
    </AuthForm>
  );
}
