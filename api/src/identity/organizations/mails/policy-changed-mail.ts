import { describeOccasion } from '../../../platform/mail/describe-occasion.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import { writeMessage } from '../../../platform/mail/write-message.ts';

/** Tells Owners that the sign-in policy was changed. `reference` is the organization. */
export const policyChangedMail: Mail = {
  kind: 'sign-in-policy-changed',
  compose: async (tx, publicUrl, { address, reference, occasion }) => {
    const [organization] = await tx.query<{ name: string }>(
      'SELECT name FROM organizations WHERE id = $1 AND deleted_at IS NULL',
      [reference],
    );
    if (organization === undefined) return undefined;
    return writeMessage({
      to: address,
      subject: `The sign-in policy of ${organization.name} was changed`,
      before: [
        'Hello,',
        `what the organization ${organization.name} asks of its members to sign in was changed.`,
      ],
      facts: occasion === undefined ? [] : describeOccasion(occasion),
      link: {
        label: 'View sign-in settings',
        url: `${publicUrl}/organizations/${reference}/settings?view=sign-in`,
      },
      after: [
        'If no Owner you know changed it, change it back, and look in the activity of the organization who did.',
        'You receive this because you are an Owner of the organization.',
      ],
    });
  },
};
