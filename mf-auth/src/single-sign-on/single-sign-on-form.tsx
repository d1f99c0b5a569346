import { isApiError, messageOf, useSubmit } from '@carrel/shared/api/guest';
import { emailAddressInputSchema } from '@carrel/shared/contract/guest';
import { TextField, toast } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';

import { AuthForm } from '../parts/auth-form.tsx';
import { fieldOf } from '../parts/field-of.ts';
import { startSso } from '../data/single-sign-on.api.ts';

interface SingleSignOnFormProps {
  /** Path of the screen that is opened after success. */
  destination: string;
  address: string;
}

export function SingleSignOnForm({ destination, address }: SingleSignOnFormProps) {
  const form = useForm({
    resolver: valibotResolver(emailAddressInputSchema),
    defaultValues: { email_address: address },
  });
  const submit = useSubmit(form, {
    send: async (input) => {
      const { redirect_url: url } = await startSso({ ...input, return_path: destination });
      location.assign(url);
    },
    onFailed: (error) => {
      const message = messageOf(error, 'Single sign-on failed. Please try again.');
      if (isApiError(error) && error.status === 404) {
        form.setError('email_address', { message }, { shouldFocus: true });
      } else toast.error(message);
    },
    // The browser comes back to this page as it was, if the user goes back.
    staysOpen: true,
  });

  return (
    <AuthForm form={form} onSubmit={submit} submitLabel="Continue" submittingLabel="Continuing">
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
