import { INVITATION_DAYS } from '@carrel/shared/contract';

import { issueLinkToken } from '../../../platform/access/secrets/link-tokens.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import { ROLE_OFFERED } from '../invitation-repository.ts';
import { writeMessage } from '../../../platform/mail/write-message.ts';

export const invitationMail: Mail = {
  kind: 'invitation',
  compose: async (tx, publicUrl, { address, reference }) => {
    const [invitation] = await tx.query<{
      id: string;
      organization: string;
      role: string;
      inviter: string | null;
      has_account: boolean;
    }>(
      `SELECT i.id, o.name AS organization, ${ROLE_OFFERED} AS role,
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
    const { id, organization, role, has_account: hasAccount } = invitation;
    const inviter = invitation.inviter ?? 'A member';
    const token = await issueLinkToken(tx, 'invitation', id);
    const path = hasAccount ? 'organizations/join' : 'organizations/accept-invitation';
    return writeMessage({
      to: address,
      subject: `Invitation to join ${organization}`,
      before: [
        'Hello,',
        `${inviter} invites you to join the organization ${organization} on Carrel as ${role}.`,
      ],
      link: { label: 'View invitation', url: `${publicUrl}/${path}/${token}` },
      after: [
        `The link works once, within ${INVITATION_DAYS} days.`,
        'If you do not know who this is, you can ignore this message.',
      ],
    });
  },
};
