import type { Mail } from '../../platform/mail/mail.ts';
import { ACCOUNT_SETTINGS, noticeMail } from './owner-notices.ts';

export const passkeyAddedMail = noticeMail({
  kind: 'passkey-added',
  subject: 'A passkey was added to your account',
  event: 'a passkey was added to your account. It signs in to the account without the password.',
  link: ACCOUNT_SETTINGS,
  advice:
    'If it was you, there is nothing to do. If it was not, remove the passkey in your account settings, revoke the sessions there that you do not know, and reset your password. A new password alone does not remove a passkey.',
});

export const passkeyRemovedMail = noticeMail({
  kind: 'passkey-removed',
  subject: 'A passkey was removed from your account',
  event: 'a passkey was removed from your account. It does not sign in any more.',
  link: ACCOUNT_SETTINGS,
  advice:
    'If it was you, there is nothing to do. If it was not, revoke the sessions in your account settings that you do not know, check the passkeys there, and reset your password.',
});

export const passkeyCopiedMail = noticeMail({
  kind: 'passkey-copied',
  subject: 'A passkey of your account was refused',
  event:
    'a passkey of your account was used, and refused. It had counted fewer uses than before, which means that there may be a copy of it.',
  link: ACCOUNT_SETTINGS,
  advice:
    'Sign in without this passkey, and remove it in your account settings. Add a new one there if you like. If it was not you who used it, revoke the sessions that you do not know.',
});

export const passkeyNotices: readonly Mail[] = [
  passkeyAddedMail,
  passkeyRemovedMail,
  passkeyCopiedMail,
];
