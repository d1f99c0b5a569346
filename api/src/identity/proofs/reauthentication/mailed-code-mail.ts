import { hasSecondFactor } from '@carrel/shared/contract';
import { MAIL_CODE_MINUTES } from '@carrel/shared/contract/sign-in';

import { addressKey } from '../../../platform/access/address-key.ts';
import { describeOccasion } from '../../../platform/mail/describe-occasion.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import { writeMessage } from '../../../platform/mail/write-message.ts';
import { ownAddresses } from '../factors/own-addresses.ts';
import { readFactors } from '../factors/read-factors.ts';
import { issueMailedCode } from './mailed-codes.ts';

/** Sends a code that confirms the session `reference`. A link would confirm it for whoever made its owner press it. */
export const mailedCodeMail: Mail = {
  kind: 'reauthentication-code',
  compose: async (tx, publicUrl, { address, reference, occasion }) => {
    const [session] = await tx.query<{ account_id: string; first_name: string }>(
      `SELECT s.account_id, a.first_name FROM sessions s JOIN accounts a ON a.id = s.account_id
       WHERE s.id = $1 AND s.expires_at > now()`,
      [reference],
    );
    if (session === undefined || reference === undefined) return undefined;
    const factors = await readFactors(tx, session.account_id);
    if (factors.password || hasSecondFactor(factors)) return undefined;
    const own = await ownAddresses(tx, session.account_id);
    const email = own.find((it) => addressKey(it.address) === addressKey(address));
    if (email === undefined) return undefined;
    const code = await issueMailedCode(tx, reference, email.id);
    return writeMessage({
      to: address,
      subject: 'Confirm that it is you',
      before: [
        `Hello ${session.first_name},`,
        `someone who is signed in to your Carrel account wants to make a change that needs your confirmation. If it is you, enter this code where you are signed in: ${code}`,
      ],
      facts: occasion === undefined ? [] : describeOccasion(occasion),
      link: { label: 'Open account settings', url: `${publicUrl}/account` },
      after: [
        `The code works once, within ${MAIL_CODE_MINUTES} minutes, and only in the browser that asked for it.`,
        'If it is not you, do not pass the code on: someone else is signed in to your account. Revoke the sessions in your account settings that you do not know.',
      ],
    });
  },
};
