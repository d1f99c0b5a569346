import { CONFIRMATION_HOURS, INVITATION_DAYS, PASSWORD_RESET_HOURS } from '@carrel/shared/contract';

import { addressKey } from '../accounts/emails/email-repository.ts';
import { issueLinkToken } from '../access/link-tokens.ts';
import type { Queryable } from '../database/database.ts';
import type { MailKind, MailRequest } from './outbox.ts';
import { writeMessage, type Message } from './write-message.ts';

type Compose = (
  tx: Queryable,
  publicUrl: string,
  request: Omit<MailRequest, 'kind'>,
) => Promise<Message | undefined>;

const hoursText = (hours: number) => (hours === 1 ? 'one hour' : `${hours} hours`);

const NOT_YOU = 'If you did not ask for this, you can ignore this message: nothing will change.';

const confirmation: Compose = async (tx, publicUrl, { address, reference }) => {
  const [email] = await tx.query<{ first_name: string }>(
    `SELECT a.first_name FROM account_emails e JOIN accounts a ON a.id = e.account_id
     WHERE e.id = $1 AND e.confirmed_at IS NULL
       AND NOT EXISTS (SELECT FROM account_emails o
         WHERE o.address_key = e.address_key AND o.confirmed_at IS NOT NULL)`,
    [reference],
  );
  if (email === undefined || reference === undefined) return undefined;
  const token = await issueLinkToken(tx, 'confirm-email', reference);
  return writeMessage({
    to: address,
    subject: 'Confirm your email address',
    before: [
      `Hello ${email.first_name},`,
      'please confirm that this is your email address. You can then sign in to Carrel with it.',
    ],
    link: { label: 'Confirm email address', url: `${publicUrl}/accounts/email-confirm/${token}` },
    after: [`The link works once, within ${hoursText(CONFIRMATION_HOURS)}.`, NOT_YOU],
  });
};

const COMPOSERS: Record<MailKind, Compose> = {
  'confirm-email': confirmation,

  // `reference` is the account that asked, where somebody signed in did; its own claim goes first.
  'confirm-email-again': async (tx, publicUrl, { address, reference }) => {
    const [email] = await tx.query<{ id: string }>(
      `SELECT id FROM account_emails WHERE address_key = $1 AND confirmed_at IS NULL
       ORDER BY account_id = $2 DESC NULLS LAST, created_at DESC LIMIT 1`,
      [addressKey(address), reference ?? null],
    );
    if (email === undefined) return undefined;
    return confirmation(tx, publicUrl, { address, reference: email.id });
  },

  'already-registered': (_tx, publicUrl, { address }) =>
    Promise.resolve(
      writeMessage({
        to: address,
        subject: 'You already have an account',
        before: [
          'Hello,',
          'someone, probably you, tried to register for Carrel with this email address. It already has an account, so nothing was changed. You can sign in with your password, or reset it if you forgot it.',
        ],
        link: { label: 'Go to sign in', url: `${publicUrl}/login` },
        after: ['If it was not you, you can ignore this message.'],
      }),
    ),

  'reset-password': async (tx, publicUrl, { address }) => {
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
      link: { label: 'Reset password', url: `${publicUrl}/accounts/reset-password/${token}` },
      after: [
        `The link works once, within ${hoursText(PASSWORD_RESET_HOURS)}. When the password is changed, you are signed out everywhere.`,
        'If you did not ask for this, you can ignore this message: your password stays as it is.',
      ],
    });
  },

  invitation: async (tx, publicUrl, { address, reference }) => {
    const [invitation] = await tx.query<{
      id: string;
      organization: string;
      role: string;
      inviter: string | null;
      has_account: boolean;
    }>(
      `SELECT i.id, o.name AS organization, r.name AS role,
         nullif(concat_ws(' ', a.first_name, a.last_name), '') AS inviter,
         EXISTS (SELECT FROM account_emails e
           WHERE e.address_key = i.address_key AND e.confirmed_at IS NOT NULL) AS has_account
       FROM invitations i
       JOIN organizations o ON o.id = i.organization_id
       JOIN roles r ON r.organization_id = i.organization_id AND r.id = i.role_id
       LEFT JOIN accounts a ON a.id = i.invited_by
       WHERE i.id = $1`,
      [reference],
    );
    if (invitation === undefined) return undefined;
    const { id, organization, role, inviter, has_account: hasAccount } = invitation;
    const token = await issueLinkToken(tx, 'invitation', id);
    const path = hasAccount ? 'organizations/join' : 'organizations/accept-invitation';
    return writeMessage({
      to: address,
      subject: `Invitation to join ${organization}`,
      before: [
        'Hello,',
        `${inviter ?? 'A member'} invites you to join the organization ${organization} on Carrel as ${role}.`,
      ],
      link: { label: 'View invitation', url: `${publicUrl}/${path}/${token}` },
      after: [
        `The link works once, within ${INVITATION_DAYS} days.`,
        'If you do not know who this is, you can ignore this message.',
      ],
    });
  },
};

/** Writes a message about how things stand now; undefined if there is nothing to say any more. */
export function compose(
  tx: Queryable,
  publicUrl: string,
  { kind, ...request }: MailRequest,
): Promise<Message | undefined> {
  return COMPOSERS[kind](tx, publicUrl, request);
}
