import { client, messageOf, useSubmit } from '@carrel/shared/api';
import { confirmPasswordInputSchema } from '@carrel/shared/contract/sign-in';
import { apiPaths } from '@carrel/shared/paths';
import { PasswordField } from '@carrel/shared/ui';
import { FormDialog } from '@carrel/shared/ui/signed-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';

interface ConfirmPasswordDialogProps {
  /** Called with true when the server has accepted the password, with false when the user cancels. */
  onEnd: (confirmed: boolean) => void;
}

export function ConfirmPasswordDialog({ onEnd }: ConfirmPasswordDialogProps) {
  const form = useForm({
    resolver: valibotResolver(confirmPasswordInputSchema),
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = useSubmit(form, {
    send: async (input) => {
      await client.post(apiPaths.reauthenticate(), { json: input }).done();
      onEnd(true);
    },
    onFailed: (error) =>
      form.setError(
        'password',
        { message: messageOf(error, 'Failed to confirm your password. Please try again.') },
        { shouldFocus: true },
      ),
  });

  return (
    <FormDialog
      open
      onClose={() => onEnd(false)}
      title="Confirm your password"
      description="This change needs your password again."
      size="sm"
      submitLabel="Confirm"
      onSubmit={submit}
      submitting={isSubmitting}
      dirty={isDirty}
    >
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...form.register('password')}
      />
    </FormDialog>
  );
}
