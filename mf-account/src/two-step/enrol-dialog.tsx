import { messageOf, useSubmit } from '@carrel/shared/api';
import { totpCodeInputSchema, type StartedTotp } from '@carrel/shared/contract/sign-in';
import { Stack, Text, TextField } from '@carrel/shared/ui';
import { CodeBlock, FormDialog } from '@carrel/shared/ui/signed-in';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';

import { QrCode } from './qr-code.tsx';
import { confirmTotp } from '../data/two-step.api.ts';

interface EnrolDialogProps {
  started: StartedTotp;
  onClose: () => void;
  /** Called with the recovery codes. */
  onEnrolled: (codes: string[]) => void;
}

/** Shows a secret for an authenticator app, and asks for the code that proves that the app has it. */
export function EnrolDialog({ started, onClose, onEnrolled }: EnrolDialogProps) {
  const form = useForm({
    resolver: valibotResolver(totpCodeInputSchema),
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const submit = useSubmit(form, {
    send: async (input) => {
      const { recovery_codes: codes } = await confirmTotp(input);
      onEnrolled(codes);
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
      onClose={onClose}
      title="Set up authenticator app"
      description="Scan the code with an authenticator app on your phone, such as the one of your password manager."
      size="sm"
      submitLabel="Turn on"
      onSubmit={submit}
      submitting={isSubmitting}
      dirty={isDirty}
    >
      <Stack gap="4">
        <QrCode text={started.url} label="QR code for your authenticator app" />
        <CodeBlock label="Key, to type instead" text={started.secret} wrap />
        <Text fontSize="sm" color="fg.muted">
          Then enter the code that the app shows.
        </Text>
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={errors.code?.message}
          {...form.register('code')}
        />
      </Stack>
    </FormDialog>
  );
}
