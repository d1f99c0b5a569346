import { messageOf, useSubmit } from '@carrel/shared/api/guest';
import { completeRecoveryInputSchema } from '@carrel/shared/contract/sign-in';
import { consolePaths } from '@carrel/shared/paths/guest';
import { FormMessage, PasswordField, toast } from '@carrel/shared/ui';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';

import { AuthForm } from '../parts/auth-form.tsx';
import { fieldOf } from '../parts/field-of.ts';
import { useFinishSignIn } from '../parts/use-finish-sign-in.ts';
import { completeRecovery } from '../data/recovery.api.ts';

/** Asks for the password, which the link does not replace. */
export function CompleteRecoveryForm({ token }: { token: string }) {
  const finish = useFinishSignIn(consolePaths.account());
  const form = useForm({
    resolver: valibotResolver(completeRecoveryInputSchema),
    defaultValues: { token, password: '' },
  });
  const submit = useSubmit(form, {
    send: async (input) => {
      await completeRecovery(input);
      await finish('Signed in. Your second step was removed: set it up again.');
    },
    onFailed: (error) =>
      toast.error(messageOf(error, 'Failed to recover your account. Please try again.')),
  });

  return (
    <AuthForm form={form} onSubmit={submit} submitLabel="Sign in" submittingLabel="Signing in">
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        {...fieldOf(form, 'password')}
      />
      <FormMessage>{form.formState.errors.token?.message}</FormMessage>
    </AuthForm>
  );
}
