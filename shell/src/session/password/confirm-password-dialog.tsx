import { confirmPasswordInputSchema } from '@carrel/shared/contract/sign-in';
import { PasswordField } from '@carrel/shared/ui';

import { ConfirmEntryDialog } from './confirm-entry-dialog.tsx';

export function ConfirmPasswordDialog({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  return (
    <ConfirmEntryDialog
      name="password"
      schema={confirmPasswordInputSchema}
      title="Confirm your password"
      description="This change needs your password again."
      failure="Failed to confirm your password. Please try again."
      renderField={(properties) => (
        <PasswordField label="Password" autoComplete="current-password" required {...properties} />
      )}
      onEnd={onEnd}
    />
  );
}
