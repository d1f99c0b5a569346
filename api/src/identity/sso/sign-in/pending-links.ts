import { sha256 } from '../../../platform/access/session-tokens.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { SIGN_IN_SECONDS } from './sign-in-repository.ts';

/** An account that exists, and that its owner may link to an identity. */
export interface PendingLink {
  organizationId: string;
  revision: string;
  subject: string;
  accountId: string;
  address: string;
  role: string;
  returnPath: string;
}

/** Stores the link that waits in a browser, in place of an earlier one. */
export async function storePendingLink(
  tx: Queryable,
  browser: string,
  link: PendingLink,
): Promise<void> {
  await tx.query(
    `INSERT INTO sso_pending_links (browser_hash, organization_id, revision, subject, account_id, address,
       role, return_path, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9 * interval '1 second')
     ON CONFLICT (browser_hash) DO UPDATE SET organization_id = excluded.organization_id,
       revision = excluded.revision, subject = excluded.subject, account_id = excluded.account_id,
       address = excluded.address, role = excluded.role, return_path = excluded.return_path,
       expires_at = excluded.expires_at`,
    [
      sha256(browser),
      link.organizationId,
      link.revision,
      link.subject,
      link.accountId,
      link.address,
      link.role,
      link.returnPath,
      SIGN_IN_SECONDS,
    ],
  );
}

const COLUMNS = `l.organization_id AS "organizationId", l.revision, l.subject,
  l.account_id AS "accountId", l.address, l.role, l.return_path AS "returnPath"`;

/** Returns the link that waits in a browser. */
export async function findPendingLink(
  tx: Queryable,
  browser: string,
): Promise<(PendingLink & { organizationName: string }) | undefined> {
  const [link] = await tx.query<PendingLink & { organizationName: string }>(
    `SELECT ${COLUMNS}, o.name AS "organizationName" FROM sso_pending_links l
     JOIN organizations o ON o.id = l.organization_id AND o.deleted_at IS NULL
     WHERE l.browser_hash = $1 AND l.expires_at > now()`,
    [sha256(browser)],
  );
  return link;
}

/** Deletes the link that waits in a browser and returns it, to one of concurrent callers. */
export async function takePendingLink(
  tx: Queryable,
  browser: string,
): Promise<PendingLink | undefined> {
  const [link] = await tx.query<PendingLink>(
    `DELETE FROM sso_pending_links l WHERE l.browser_hash = $1 AND l.expires_at > now()
     RETURNING ${COLUMNS}`,
    [sha256(browser)],
  );
  return link;
}
