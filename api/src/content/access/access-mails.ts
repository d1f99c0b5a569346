import { addressKey } from '../../platform/access/address-key.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { writeMessage } from '../../platform/mail/write-message.ts';

interface Named {
  kind: 'dataset' | 'workspace';
  object_id: string;
  name: string;
  organization: string;
}

/** The dataset or workspace that `x.object_id` is the id of, as `Named`. */
const NAMED = `CASE WHEN x.dataset_id IS NULL THEN 'workspace' ELSE 'dataset' END AS kind, x.object_id,
  coalesce(d.name, w.name) AS name, o.name AS organization`;
const JOINS = `JOIN organizations o ON o.id = x.organization_id AND o.deleted_at IS NULL
  LEFT JOIN datasets d ON d.organization_id = x.organization_id AND d.id = x.dataset_id AND d.removed_at IS NULL
  LEFT JOIN workspaces w ON w.organization_id = x.organization_id AND w.id = x.workspace_id`;
const IS_THERE = 'coalesce(d.id, w.id) IS NOT NULL';

/** Tells who can decide that somebody asks for access. `reference` is the request. */
export const accessRequestedMail: Mail = {
  kind: 'access-requested',
  compose: async (tx, publicUrl, { address, reference }) => {
    const [request] = await tx.query<
      Named & { person: string; asker: string | null; reason: string }
    >(
      `SELECT ${NAMED}, concat_ws(' ', a.first_name, a.last_name) AS person, x.reason,
         (SELECT e.address FROM account_emails e WHERE e.account_id = a.id AND e.confirmed_at IS NOT NULL
          ORDER BY e.created_at LIMIT 1) AS asker
       FROM access_requests x JOIN accounts a ON a.id = x.account_id ${JOINS}
       WHERE x.id = $1 AND x.refused_at IS NULL AND ${IS_THERE}`,
      [reference],
    );
    if (request === undefined) return undefined;
    const { kind, object_id: id, name, organization, person, asker, reason } = request;
    const page = kind === 'dataset' ? `datasets/${id}/settings` : `workspaces/${id}/manage`;
    return writeMessage({
      to: address,
      subject: `${person} asks for access to the ${kind} ${name}`,
      before: [
        'Hello,',
        `${person} asks for access to the ${kind} ${name} of the organization ${organization} on Carrel.`,
        reason === '' ? 'They gave no reason.' : `Their reason: ${reason}`,
      ],
      facts: asker === null ? [] : [`Email address: ${asker}`],
      link: { label: 'Grant or refuse', url: `${publicUrl}/${page}` },
      after: [
        `You receive this because you can change who sees the ${kind}. One of you decides for all.`,
      ],
    });
  },
};

/** Tells somebody who asked for access that they have it. `reference` is the dataset or workspace. */
export const accessGrantedMail: Mail = {
  kind: 'access-granted',
  compose: async (tx, publicUrl, { address, reference }) => {
    const [granted] = await tx.query<Named & { role: string }>(
      `SELECT ${NAMED}, x.role FROM account_emails e
       JOIN memberships m ON m.account_id = e.account_id
       JOIN access_entries x ON x.organization_id = m.organization_id AND x.account_id = m.account_id
         AND x.object_id = $2 ${JOINS}
       WHERE e.address_key = $1 AND e.confirmed_at IS NOT NULL AND ${IS_THERE}`,
      [addressKey(address), reference],
    );
    if (granted === undefined) return undefined;
    const { kind, object_id: id, name, organization, role } = granted;
    const page = kind === 'dataset' ? `datasets/${id}/documents` : `workspaces/${id}/search`;
    return writeMessage({
      to: address,
      subject: `You now have access to ${name}`,
      before: [
        'Hello,',
        `you now have access to the ${kind} ${name} of the organization ${organization} on Carrel, as ${role}.`,
      ],
      link: { label: `Open the ${kind}`, url: `${publicUrl}/${page}` },
      after: ['You receive this because you asked for it.'],
    });
  },
};
