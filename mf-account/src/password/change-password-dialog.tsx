import { messageOf, queryKeys, useSubmit } from '@carrel/shared/api';
import { changePasswordInputSchema } from '@carrel/shared/contract';
import { PasswordField, Stack, toast } from '@carrel/shared/ui';
import { FormDialog } from '@carrel/shared/ui/signed-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';

import { changePassword } from '../data/password.api.ts';

const { current_password: current, new_password: chosen } = changePasswordInputSchema.entries;

const formSchema = (hasPassword: boolean) =>
  v.pipe(
    v.object({
      current_password: hasPassword ? current.wrapped : v.string(),
      new_password: chosen,
      confirmation: v.pipe(v.string(), v.nonEmpty('Please confirm your password')),
    }),
    v.forward(
      v.check((form) => form.new_password === form.confirmation, "Passwords don't match"),
      ['confirmation'],
    ),
  );

interface ChangePasswordDialogProps {
  hasPassword: boolean;
  onClose: () => void;
}

export function ChangePasswordDialog({ hasPassword, onClose }: ChangePasswordDialogProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    resolver: valibotResolver(formSchema(hasPassword)),
    defaultValues: { current_password: '', new_password: '', confirmation: '' },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = useSubmit(form, {
    send: async ({ current_password, new_password }) => {
      await changePassword({ new_password, ...(hasPassword && { current_password }) });
      toast.success(hasPassword ? 'Password changed' : 'Password set');
      onClose();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.sessions() }),
        queryClient.invalidateQueries({ queryKey: queryKeys.factors() }),
      ]);
    },
    onFailed: (error) => toast.error(messageOf(error, 'Failed to change your password')),
  });
  const title = hasPassword ? 'Change password' : 'Set a password';

  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      size="sm"
      submitLabel={title}
      onSubmit={submit}
      submitting={isSubmitting}
      dirty={isDirty}
    >
      <Stack gap="4">
        {hasPassword && (
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            required
            error={errors.current_password?.message}
            {...form.register('current_password')}
          />
        )}
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters"
          required
          error={errors.new_password?.message}
          {...form.register('new_password')}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          required
          error={errors.confirmation?.message}
          {...form.register('confirmation')}
        />
      </Stack>
    </FormDialog>
  );
}
