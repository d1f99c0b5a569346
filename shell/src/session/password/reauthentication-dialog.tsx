import type { Factors } from '@carrel/shared/contract';
import { useState } from 'react';

import { ConfirmBySsoDialog } from './confirm-by-sso-dialog.tsx';
import { ConfirmCodeDialog } from './confirm-code-dialog.tsx';
import { ConfirmMailDialog } from './confirm-mail-dialog.tsx';
import { ConfirmPasskeyDialog } from './confirm-passkey-dialog.tsx';
import { ConfirmPasswordDialog } from './confirm-password-dialog.tsx';
import { NoFactorDialog } from './no-factor-dialog.tsx';

export interface ReauthenticationDialogProps {
  /** What the account has. */
  factors: Factors;
  /** `sso` where single sign-on is enough; any other value where the account itself has to be authenticated. */
  by: string;
  /** Called with true when the server has accepted what was entered, with false when the user cancels. */
  onEnd: (confirmed: boolean) => void;
}

/**
 * Asks for what the account has: a passkey, a code of its authenticator app, or the password where that is all. An
 * account without any of these is asked to use single sign-on where that is enough, or a code by mail.
 */
export function ReauthenticationDialog({ factors, by, onEnd }: ReauthenticationDialogProps) {
  const [usesCode, setUsesCode] = useState(factors.passkeys === 0);
  if (!usesCode) {
    const onUseCode = factors.totp ? () => setUsesCode(true) : undefined;
    return <ConfirmPasskeyDialog onEnd={onEnd} onUseCode={onUseCode} />;
  }
  if (factors.totp) return <ConfirmCodeDialog onEnd={onEnd} />;
  if (factors.password) return <ConfirmPasswordDialog onEnd={onEnd} />;
  return <WithoutFactor factors={factors} by={by} onEnd={onEnd} />;
}

function WithoutFactor({ factors, by, onEnd }: ReauthenticationDialogProps) {
  const { mail_addresses: addresses } = factors;
  const [usesMail, setUsesMail] = useState(by !== 'sso');
  // A server that mails no codes asks for single sign-on.
  if (addresses === undefined || !usesMail) {
    const onUseMail = addresses?.length ? () => setUsesMail(true) : undefined;
    return <ConfirmBySsoDialog onEnd={onEnd} onUseMail={onUseMail} />;
  }
  if (addresses.length === 0) return <NoFactorDialog onEnd={onEnd} />;
  return <ConfirmMailDialog addresses={addresses} onEnd={onEnd} />;
}
