import { totpCodeInputSchema } from '@carrel/shared/contract/sign-in';
import { TextField } from '@carrel/shared/ui';

import { ConfirmEntryDialog } from './confirm-entry-dialog.tsx';

export function ConfirmCodeDialog({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  return (
    <ConfirmEntryDialog
      name="code"
      schema={totpCodeInputSchema}
      title="Confirm that it is you"
      description="This change needs a code of your authenticator app."
      failure="Failed to confirm the code. Please try again."
      renderField={(properties) => (
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          {...properties}
        />
      )}
      onEnd={onEnd}
    />
  );
}
