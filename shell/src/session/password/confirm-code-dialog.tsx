import { client, messageOf, useSubmit } from '@carrel/shared/api';
import { totpCodeInputSchema } from '@carrel/shared/contract/sign-in';
import { apiPaths } from '@carrel/shared/paths';
import { TextField } from '@carrel/shared/ui';
import { FormDialog } from '@carrel/shared/ui/signed-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';

interface ConfirmCodeDialogProps {
  /** Called with true when the server has accepted the code, with false when the user cancels. */
  onEnd: (confirmed: boolean) => void;
}

export function ConfirmCodeDialog({ onEnd }: ConfirmCodeDialogProps) {
  const form = useForm({
    resolver: valibotResolver(totpCodeInputSchema),
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = useSubmit(form, {
    send: async (input) => {
      await client.post(apiPaths.reauthenticate(), { json: input }).done();
      onEnd(true);
    },
    onFailed: (error) =>
      form.setError(
        'code',
        { message: messageOf(error, 'Failed to confirm the code. Please try again.') },
        { shouldFocus: true },
      ),
  });

  return (
    <FormDialog
      open
      onClose={() => onEnd(false)}
      title="Confirm that it is you"
      description="This change needs a code of your authenticator app."
      size="sm"
      submitLabel="Confirm"
      onSubmit={submit}
      submitting={isSubmitting}
      dirty={isDirty}
    >
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={errors.code?.message}
        {...form.register('code')}
      />
    </FormDialog>
  );
}
