import { CONFIRMATION_HOURS, PASSWORD_RESET_HOURS } from '@carrel/shared/contract';

import { addressKey } from '../../platform/access/address-key.ts';
import { issueLinkToken } from '../../platform/access/secrets/link-tokens.ts';
import { describeOccasion } from '../../platform/mail/describe-occasion.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { writeMessage } from '../../platform/mail/write-message.ts';
import { recoveryMails } from '../proofs/recovery/recovery-mails.ts';
import { ownerNotices } from '../notices/owner-notices.ts';
import { passkeyNotices } from '../notices/passkey-notices.ts';
import { mailedCodeMail } from '../proofs/reauthentication/mailed-code-mail.ts';
import { secondStepMails } from '../proofs/second-step/second-step-mails.ts';

const hoursText = (hours: number) => (hours === 1 ? 'one hour' : `${hours} hours`);

interface Claim {
  first_name: string;
  client_ip: string | null;
  user_agent: string | null;
  created_at: Date;
  registration: boolean;
}

export const confirmEmailMail: Mail = {
  kind: 'confirm-email',
  compose: async (tx, publicUrl, { address, reference }) => {
    const [claim] = await tx.query<Claim>(
      `SELECT a.first_name, e.client_ip, e.user_agent, e.created_at,
         NOT EXISTS (SELECT FROM account_emails o
           WHERE o.account_id = a.id AND o.confirmed_at IS NOT NULL) AS registration
       FROM account_emails e JOIN accounts a ON a.id = e.account_id
       WHERE e.id = $1 AND e.confirmed_at IS NULL
         AND NOT EXISTS (SELECT FROM account_emails o
           WHERE o.address_key = e.address_key AND o.confirmed_at IS NOT NULL)`,
      [reference],
    );
    if (claim === undefined || reference === undefined) return undefined;
    const token = await issueLinkToken(tx, 'confirm-email', reference);
    const { request, warning } = claim.registration ? REGISTERED : ADDED;
    return writeMessage({
      to: address,
      subject: 'Confirm your email address',
      before: [
        `Hello ${claim.first_name},`,
        `please confirm that this is your email address. You can then sign in to Carrel with it. ${request}`,
      ],
      facts: describeOccasion({
        at: claim.created_at.toISOString(),
        ip: claim.client_ip ?? undefined,
        userAgent: claim.user_agent ?? undefined,
      }),
      link: { label: 'Confirm email address', url: `${publicUrl}/accounts/email-confirm/${token}` },
      after: [`The link works once, within ${hoursText(CONFIRMATION_HOURS)}.`, warning],
    });
  },
};

const REGISTERED = {
  request: 'It was registered at this time and place:',
  warning:
    'If this was not you, do not open the link: the password of this registration is someone else’s. Without the link, nothing happens. To use Carrel yourself, register again: you get a message of your own.',
};

const ADDED = {
  request: 'It was added to an account at this time and place:',
  warning:
    'If this was not you, do not open the link: your address would belong to someone else’s account. Without the link, nothing happens.',
};

/**
 * The confirmation of an address that several accounts may claim. Where `reference` is set, it is the
 * account that requested the mail, and its claim is preferred; then the one that came from where the
 * request came from, so that another claim does not take the place of the requester's.
 */
export const confirmEmailAgainMail: Mail = {
  kind: 'confirm-email-again',
  compose: async (tx, publicUrl, { address, reference, occasion }) => {
    const [email] = await tx.query<{ id: string }>(
      `SELECT id FROM account_emails WHERE address_key = $1 AND confirmed_at IS NULL
       ORDER BY account_id = $2 DESC NULLS LAST, client_ip = $3 DESC NULLS LAST,
         user_agent = $4 DESC NULLS LAST, created_at DESC LIMIT 1`,
      [addressKey(address), reference ?? null, occasion?.ip ?? null, occasion?.userAgent ?? null],
    );
    if (email === undefined) return undefined;
    return confirmEmailMail.compose(tx, publicUrl, { address, reference: email.id });
  },
};

export const alreadyRegisteredMail: Mail = {
  kind: 'already-registered',
  compose: (_tx, publicUrl, { address, occasion }) =>
    Promise.resolve(
      writeMessage({
        to: address,
        subject: 'You already have an account',
        before: [
          'Hello,',
          'someone, probably you, tried to register for Carrel with this email address. It already has an account, so nothing was changed. You can sign in with your password, or reset it if you forgot it.',
        ],
        facts: occasion === undefined ? [] : describeOccasion(occasion),
        link: { label: 'Go to sign in', url: `${publicUrl}/login` },
        after: ['If it was not you, you can ignore this message.'],
      }),
    ),
};

export const resetPasswordMail: Mail = {
  kind: 'reset-password',
  compose: async (tx, publicUrl, { address, occasion }) => {
    const [account] = await tx.query<{ id: string; first_name: string }>(
      `SELECT a.id, a.first_name FROM account_emails e JOIN accounts a ON a.id = e.account_id
       WHERE e.address_key = $1 AND e.confirmed_at IS NOT NULL`,
      [addressKey(address)],
    );
    if (account === undefined) return undefined;
    const token = await issueLinkToken(tx, 'reset-password', account.id);
    return writeMessage({
      to: address,
      subject: 'Reset your password',
      before: [
        `Hello ${account.first_name},`,
        'you asked to reset your password for Carrel. Choose a new one here:',
      ],
      facts: occasion === undefined ? [] : describeOccasion(occasion),
      link: {
        label: 'Reset password',
        url: `${publicUrl}/accounts/reset-password/${token}`,
        opensAccount: true,
      },
      after: [
        `The link works once, within ${hoursText(PASSWORD_RESET_HOURS)}. When the password is changed, you are signed out everywhere.`,
        'If you did not ask for this, you can ignore this message: your password stays as it is.',
      ],
    });
  },
};

/** The mails about accounts. */
export const accountMails: readonly Mail[] = [
  confirmEmailMail,
  confirmEmailAgainMail,
  alreadyRegisteredMail,
  resetPasswordMail,
  mailedCodeMail,
  ...ownerNotices,
  ...passkeyNotices,
  ...secondStepMails,
  ...recoveryMails,
];
