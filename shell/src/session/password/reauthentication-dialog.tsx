import type { Factors } from '@carrel/shared/contract';

import { ConfirmCodeDialog } from './confirm-code-dialog.tsx';
import { ConfirmPasswordDialog } from './confirm-password-dialog.tsx';

export interface ReauthenticationDialogProps {
  /** What the account has. */
  factors: Factors;
  /** Called with true when the server has accepted what was entered, with false when the user cancels. */
  onEnd: (confirmed: boolean) => void;
}

/** Asks for what the account has: a code of its authenticator app, or the password where that is all. */
export function ReauthenticationDialog({ factors, onEnd }: ReauthenticationDialogProps) {
  return factors.totp ? (
    <ConfirmCodeDialog onEnd={onEnd} />
  ) : (
    <ConfirmPasswordDialog onEnd={onEnd} />
  );
}
