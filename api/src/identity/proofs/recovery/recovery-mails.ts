import { RECOVERY_DELAY_HOURS, RECOVERY_LINK_HOURS } from '@carrel/shared/contract/sign-in';

import { addressKey } from '../../../platform/access/address-key.ts';
import { issueLinkToken, type LinkPurpose } from '../../../platform/access/secrets/link-tokens.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { describeOccasion } from '../../../platform/mail/describe-occasion.ts';
import type { Mail, MailRequest } from '../../../platform/mail/mail.ts';
import { writeMessage } from '../../../platform/mail/write-message.ts';
import { noticeMail, RESET, RESET_ENDS_ALL } from '../../notices/owner-notices.ts';

/** Returns a token for a recovery that has not ended, for the address of a mail. `reference` is the recovery. */
async function issueToken(
  tx: Queryable,
  purpose: LinkPurpose,
  { address, reference }: MailRequest,
): Promise<string | undefined> {
  const [email] = await tx.query<{ id: string }>(
    `SELECT e.id FROM account_recoveries r JOIN account_emails e ON e.account_id = r.account_id
     WHERE r.id = $1 AND e.address_key = $2 AND e.confirmed_at IS NOT NULL`,
    [reference ?? null, addressKey(address)],
  );
  return email && issueLinkToken(tx, purpose, email.id);
}

/** Says that a recovery has been started. Its link stops it. */
export const recoveryRequestedMail: Mail = {
  kind: 'recovery-requested',
  compose: async (tx, publicUrl, request) => {
    const token = await issueToken(tx, 'stop-recovery', request);
    if (token === undefined) return undefined;
    return writeMessage({
      to: request.address,
      subject: 'Someone wants to recover your account',
      before: [
        'Hello,',
        `someone who knows your password cannot use the second step, and wants to sign in without it. In ${RECOVERY_DELAY_HOURS} hours a link that does this is sent to every address of your account.`,
      ],
      facts: request.occasion === undefined ? [] : describeOccasion(request.occasion),
      link: { label: 'Stop the recovery', url: `${publicUrl}/accounts/stop-recovery/${token}` },
      after: [
        'If it was you, there is nothing to do but wait. Signing in with a code or a recovery code stops it as well.',
        'If it was not, stop it now, and reset your password: someone else knows it.',
      ],
    });
  },
};

/** Sent when a recovery is due. Its link completes it. */
export const recoveryDueMail: Mail = {
  kind: 'recovery-due',
  compose: async (tx, publicUrl, request) => {
    const token = await issueToken(tx, 'complete-recovery', request);
    if (token === undefined) return undefined;
    return writeMessage({
      to: request.address,
      subject: 'Recover your account',
      before: [
        'Hello,',
        'you asked to sign in without your second step. With this link and your password you are signed in, and your authenticator app and its recovery codes are removed.',
      ],
      facts: request.occasion === undefined ? [] : describeOccasion(request.occasion),
      link: {
        label: 'Recover account',
        url: `${publicUrl}/accounts/recovery/${token}`,
        opensAccount: true,
      },
      after: [
        `The link works once, within ${RECOVERY_LINK_HOURS} hours.`,
        'If you did not ask for this, open the link and choose to stop the recovery. Then reset your password: someone else knows it.',
      ],
    });
  },
};

export const recoveryStoppedMail = noticeMail({
  kind: 'recovery-stopped',
  subject: 'The recovery of your account was stopped',
  event: 'the recovery of your account was stopped. Your second step stays as it is.',
  link: RESET,
  advice: `If you did not start the recovery, someone else knows your password: reset it now. ${RESET_ENDS_ALL}`,
});

export const recoveryCompletedMail = noticeMail({
  kind: 'recovery-completed',
  subject: 'Your account was recovered',
  event:
    'your account was signed in to by a link of its recovery. The authenticator app and its recovery codes were removed: the password alone is enough to sign in now.',
  link: RESET,
  advice: `If it was you, set up an authenticator app again in your account settings. If it was not, someone can read your e-mail: change the password of your mailbox first, then reset this one. ${RESET_ENDS_ALL}`,
});

export const recoveryMails: readonly Mail[] = [
  recoveryRequestedMail,
  recoveryDueMail,
  recoveryStoppedMail,
  recoveryCompletedMail,
];
