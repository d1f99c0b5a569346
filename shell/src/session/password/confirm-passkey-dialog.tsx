import { client, messageOf } from '@carrel/shared/api';
import { passkeyRequestOptionsSchema } from '@carrel/shared/contract/sign-in';
import { PasskeyError, requestPasskey } from '@carrel/shared/passkeys';
import { signInPaths } from '@carrel/shared/paths/sign-in';
import { Button, FormMessage, Stack } from '@carrel/shared/ui';
import { FormDialog } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';

interface ConfirmPasskeyDialogProps {
  /** Called with true when the server has accepted the passkey, with false when the user cancels. */
  onEnd: (confirmed: boolean) => void;
  /** Asks for a code instead; absent for an account without an authenticator app. */
  onUseCode: (() => void) | undefined;
}

async function confirmByPasskey(): Promise<void> {
  const options = await client
    .post(signInPaths.passkeyReauthenticationOptions())
    .json(passkeyRequestOptionsSchema);
  const passkey = await requestPasskey(options);
  await client.post(signInPaths.passkeyReauthentication(), { json: { passkey } }).done();
}

const describe = (error: Error) =>
  error instanceof PasskeyError
    ? error.message
    : messageOf(error, 'The passkey could not be used. Please try again.');

export function ConfirmPasskeyDialog({ onEnd, onUseCode }: ConfirmPasskeyDialogProps) {
  const confirm = useMutation({
    mutationFn: confirmByPasskey,
    onSuccess: () => onEnd(true),
  });
  return (
    <FormDialog
      open
      onClose={() => onEnd(false)}
      title="Confirm that it is you"
      description="This change needs your passkey."
      size="sm"
      submitLabel="Use a passkey"
      onSubmit={() => confirm.mutate()}
      submitting={confirm.isPending}
    >
      <Stack gap="3" align="start">
        {confirm.error !== null && <FormMessage>{describe(confirm.error)}</FormMessage>}
        {onUseCode !== undefined && (
          <Button variant="secondary" size="sm" onClick={onUseCode}>
            Use a code instead
          </Button>
        )}
      </Stack>
    </FormDialog>
  );
}
