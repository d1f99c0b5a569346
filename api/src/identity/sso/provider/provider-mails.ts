import { describeOccasion } from '../../../platform/mail/describe-occasion.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import { writeMessage } from '../../../platform/mail/write-message.ts';

/** Tells Owners that single sign-on was set up, changed or removed. `reference` is the organization. */
export const providerChangedMail: Mail = {
  kind: 'identity-provider-changed',
  compose: async (tx, publicUrl, { address, reference, occasion }) => {
    const [row] = await tx.query<{
      name: string;
      issuer: string | null;
      enabled: boolean;
      enforced: boolean;
    }>(
      `SELECT o.name, p.issuer, p.enabled, p.enforced FROM organizations o
       LEFT JOIN identity_providers p ON p.organization_id = o.id
       WHERE o.id = $1 AND o.deleted_at IS NULL`,
      [reference],
    );
    if (row === undefined) return undefined;
    return writeMessage({
      to: address,
      subject: `Single sign-on of ${row.name} was changed`,
      before: [
        'Hello,',
        `single sign-on of the organization ${row.name} was changed. ${stateOf(row)}`,
      ],
      facts: occasion === undefined ? [] : describeOccasion(occasion),
      link: {
        label: 'View sign-in settings',
        url: `${publicUrl}/organizations/${reference}/settings?view=sign-in`,
      },
      after: [
        'The people who run the provider decide who signs in. If no Owner you know changed this, remove the provider and reset your password.',
        'You receive this because you are an Owner of the organization.',
      ],
    });
  },
};

function stateOf(row: { issuer: string | null; enabled: boolean; enforced: boolean }): string {
  if (row.issuer === null) return 'There is no provider now.';
  if (!row.enabled) return `The provider is ${row.issuer}, and is switched off.`;
  const who = row.enforced ? 'People of your domains must use it.' : 'Passwords go on working.';
  return `The provider is ${row.issuer}. ${who}`;
}
