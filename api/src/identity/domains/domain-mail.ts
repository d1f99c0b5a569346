import { DOMAIN_CODE_HOURS } from '@carrel/shared/contract/sign-in';

import { describeOccasion } from '../../platform/mail/describe-occasion.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { writeMessage } from '../../platform/mail/write-message.ts';
import { issueDomainCode } from './domain-codes.ts';

const hoursText = (hours: number) => (hours === 1 ? 'one hour' : `${hours} hours`);

/** Sends a code to postmaster of a domain, `reference`, that verifies it for an organization. */
export const domainCodeMail: Mail = {
  kind: 'domain-code',
  compose: async (tx, publicUrl, { address, reference, occasion }) => {
    const [row] = await tx.query<{ domain: string; organization: string; organization_id: string }>(
      `SELECT d.domain, o.name AS organization, d.organization_id FROM organization_domains d
       JOIN organizations o ON o.id = d.organization_id AND o.deleted_at IS NULL
       WHERE d.id = $1 AND d.verified_at IS NULL`,
      [reference],
    );
    if (row === undefined || reference === undefined) return undefined;
    const code = await issueDomainCode(tx, row.organization_id, reference);
    return writeMessage({
      to: address,
      subject: `The code for ${row.domain} is ${code}`,
      before: [
        'Hello,',
        `an Owner or Admin of the organization ${row.organization} in Carrel says that the domain ${row.domain} is theirs. If that is right, send them this code, or enter it in the settings of the organization: ${code}`,
        `Addresses of the domain then belong to the organization: it decides how their owners sign in.`,
      ],
      facts: occasion === undefined ? [] : describeOccasion(occasion),
      link: {
        label: 'Open settings',
        url: `${publicUrl}/organizations/${row.organization_id}/settings?view=sign-in`,
      },
      after: [
        `The code works once, within ${hoursText(DOMAIN_CODE_HOURS)}.`,
        'If you do not know this organization, do not pass the code on. Without it, nothing happens.',
      ],
    });
  },
};
