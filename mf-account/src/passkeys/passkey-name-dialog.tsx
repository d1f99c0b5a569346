import { useSubmit } from '@carrel/shared/api';
import { renamePasskeyInputSchema } from '@carrel/shared/contract/sign-in';
import { TextField } from '@carrel/shared/ui';
import { FormDialog } from '@carrel/shared/ui/signed-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';

interface PasskeyNameDialogProps {
  title: string;
  description?: string;
  /** What the field holds at first. */
  name: string;
  submitLabel: string;
  onSubmit: (name: string) => Promise<unknown>;
  /** Called with a failure that the field cannot show. */
  onFailed: (error: unknown) => void;
  onClose: () => void;
}

/** Asks for the name of a passkey. */
export function PasskeyNameDialog({
  title,
  description,
  name,
  submitLabel,
  onSubmit,
  onFailed,
  onClose,
}: PasskeyNameDialogProps) {
  const form = useForm({
    resolver: valibotResolver(renamePasskeyInputSchema),
    defaultValues: { name },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = useSubmit(form, { send: (input) => onSubmit(input.name), onFailed });

  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      description={description}
      size="sm"
      submitLabel={submitLabel}
      onSubmit={submit}
      submitting={isSubmitting}
      dirty={isDirty}
    >
      <TextField
        label="Name"
        autoComplete="off"
        required
        error={errors.name?.message}
        {...form.register('name')}
      />
    </FormDialog>
  );
}
