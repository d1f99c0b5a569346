import { messageOf, useSubmit } from '@carrel/shared/api';
import { createWorkspaceInputSchema } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { DescriptionFormDialog } from '@carrel/shared/ui/signed-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';

interface WorkspaceFormDialogProps {
  title: string;
  submitLabel: string;
  initial: { name: string; description: string };
  /** Sends the input, both texts trimmed, and closes the dialog. */
  save: (input: { name: string; description: string }) => Promise<void>;
  /** Told when a failure has no words of its own. */
  fallback: string;
  onClose: () => void;
}

/** The fields of a workspace, for creating and editing one. */
export function WorkspaceFormDialog({
  initial,
  save,
  fallback,
  ...dialog
}: WorkspaceFormDialogProps) {
  const form = useForm({
    resolver: valibotResolver(createWorkspaceInputSchema),
    defaultValues: initial,
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = useSubmit(form, {
    send: ({ name, description = '' }) => save({ name, description }),
    onFailed: (error) => toast.error(messageOf(error, fallback)),
  });

  return (
    <DescriptionFormDialog
      {...dialog}
      open
      onSubmit={submit}
      submitting={isSubmitting}
      dirty={isDirty}
      name={{
        error: errors.name?.message,
        ...form.register('name'),
      }}
      description={{ error: errors.description?.message, ...form.register('description') }}
    />
  );
}
