import type { Mail } from '../../../platform/mail/mail.ts';
import {
  ACCOUNT_SETTINGS,
  noticeMail,
  RESET,
  RESET_ENDS_ALL,
} from '../../notices/owner-notices.ts';

const UNKNOWN_CHANGE =
  'If it was you, there is nothing to do. If it was not, someone else is signed in to your account: revoke the sessions in your account settings that you do not know, and reset your password.';

export const totpEnabledMail = noticeMail({
  kind: 'totp-enabled',
  subject: 'Two-step verification is on',
  event:
    'an authenticator app was set up for your account. Signing in with the password now needs a code of it.',
  link: ACCOUNT_SETTINGS,
  advice: UNKNOWN_CHANGE,
});

export const totpDisabledMail = noticeMail({
  kind: 'totp-disabled',
  subject: 'Two-step verification is off',
  event:
    'the authenticator app of your account was removed, and its recovery codes with it. The password alone is enough to sign in now.',
  link: ACCOUNT_SETTINGS,
  advice: UNKNOWN_CHANGE,
});

export const recoveryCodesCreatedMail = noticeMail({
  kind: 'recovery-codes-created',
  subject: 'New recovery codes were made',
  event: 'new recovery codes were made for your account. The earlier ones do not work any more.',
  link: ACCOUNT_SETTINGS,
  advice: UNKNOWN_CHANGE,
});

export const recoveryCodeUsedMail = noticeMail({
  kind: 'recovery-code-used',
  subject: 'A recovery code was used',
  event:
    'your account was signed in to with a recovery code. Your account settings say how many are left.',
  link: ACCOUNT_SETTINGS,
  advice: `If it was you, there is nothing to do. If it was not, someone has your password and your recovery codes: make new ones in your account settings, and reset your password. ${RESET_ENDS_ALL}`,
});

export const secondStepFailedMail = noticeMail({
  kind: 'second-step-failed',
  subject: 'Someone could not complete a sign-in to your account',
  event:
    'someone entered the password of your account, and then several wrong codes. They were not signed in.',
  link: RESET,
  advice: `If it was you, there is nothing to do. If it was not, someone else knows your password: reset it now. ${RESET_ENDS_ALL}`,
});

export const secondStepMails: readonly Mail[] = [
  totpEnabledMail,
  totpDisabledMail,
  recoveryCodesCreatedMail,
  recoveryCodeUsedMail,
  secondStepFailedMail,
];
