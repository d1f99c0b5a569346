import type { Factors } from '@carrel/shared/contract';
import { useState } from 'react';

import { ConfirmBySsoDialog } from './confirm-by-sso-dialog.tsx';
import { ConfirmCodeDialog } from './confirm-code-dialog.tsx';
import { ConfirmPasskeyDialog } from './confirm-passkey-dialog.tsx';
import { ConfirmPasswordDialog } from './confirm-password-dialog.tsx';

export interface ReauthenticationDialogProps {
  /** What the account has. */
  factors: Factors;
  /** Called with true when the server has accepted what was entered, with false when the user cancels. */
  onEnd: (confirmed: boolean) => void;
}

/** Asks for what the account has: a passkey, a code of its authenticator app, the password where that is all, or its provider. */
export function ReauthenticationDialog({ factors, onEnd }: ReauthenticationDialogProps) {
  const [usesCode, setUsesCode] = useState(factors.passkeys === 0);
  if (!usesCode) {
    const onUseCode = factors.totp ? () => setUsesCode(true) : undefined;
    return <ConfirmPasskeyDialog onEnd={onEnd} onUseCode={onUseCode} />;
  }
  if (factors.totp) return <ConfirmCodeDialog onEnd={onEnd} />;
  if (!factors.password) return <ConfirmBySsoDialog onEnd={onEnd} />;
  return <ConfirmPasswordDialog onEnd={onEnd} />;
}
