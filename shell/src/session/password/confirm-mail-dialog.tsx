import { client, messageOf } from '@carrel/shared/api';
import {
  MAIL_CODE_MINUTES,
  mailedCodeInputSchema,
  mailedCodeSentSchema,
} from '@carrel/shared/contract/sign-in';
import { signInPaths } from '@carrel/shared/paths/sign-in';
import { Button, FormMessage, Stack, TextField } from '@carrel/shared/ui';
import { FormDialog } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { ConfirmEntryDialog } from './confirm-entry-dialog.tsx';

interface ConfirmMailDialogProps {
  /** Where a code can be mailed to. */
  addresses: readonly string[];
  /** Called with true when the server has accepted the code, with false when the user cancels. */
  onEnd: (confirmed: boolean) => void;
}

const TITLE = 'Confirm that it is you';

const sendCode = () => client.post(signInPaths.reauthenticateByMail()).json(mailedCodeSentSchema);

const enterCode = (input: Record<string, string>) =>
  client.put(signInPaths.reauthenticateByMail(), { json: input }).done();

const listOf = (addresses: readonly string[]) => new Intl.ListFormat('en').format(addresses);

/** Asks for a code that is mailed to the user: for accounts without a password, a passkey and an app. */
export function ConfirmMailDialog({ addresses, onEnd }: ConfirmMailDialogProps) {
  // Kept when a later code cannot be sent: the field stays, with what was typed.
  const [sentTo, setSentTo] = useState<readonly string[]>();
  const send = useMutation({
    mutationFn: sendCode,
    onSuccess: (sent) => setSentTo(sent.email_addresses),
  });
  const failure = send.error !== null && (
    <FormMessage>
      {messageOf(send.error, 'The code could not be sent. Please try again.')}
    </FormMessage>
  );
  if (sentTo === undefined) {
    return (
      <FormDialog
        open
        onClose={() => onEnd(false)}
        title={TITLE}
        description={`You need a code that is sent to ${listOf(addresses)}.`}
        size="sm"
        submitLabel="Send code"
        onSubmit={() => send.mutate()}
        submitting={send.isPending}
      >
        {failure}
      </FormDialog>
    );
  }
  return (
    <ConfirmEntryDialog
      name="code"
      schema={mailedCodeInputSchema}
      title={TITLE}
      description={`A code was sent to ${listOf(sentTo)}. It works once, within ${MAIL_CODE_MINUTES} minutes.`}
      failure="Failed to confirm the code. Please try again."
      renderField={(properties) => (
        <TextField label="Code" autoComplete="one-time-code" required {...properties} />
      )}
      send={enterCode}
      onEnd={onEnd}
    >
      <Stack gap="3" align="start">
        {failure}
        <Button variant="secondary" size="sm" onClick={() => send.mutate()}>
          Send a new code
        </Button>
      </Stack>
    </ConfirmEntryDialog>
  );
}
