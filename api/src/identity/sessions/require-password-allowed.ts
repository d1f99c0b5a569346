import { mailDomain } from '../../platform/access/mail-domain.ts';
import { sha256 } from '../../platform/access/session-tokens.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ApiContext } from '../../platform/http/api-context.ts';
import { forbidden } from '../../platform/http/problems.ts';
import { ssoBrowser } from './sso-browser.ts';

/**
 * Refuses a password for an address of an organization that wants single sign-on, whether it is right or wrong, and
 * whether there is such an account. `accountId` is the account whose password is right. Owners keep their password,
 * so that they get in while the provider is away. So does who has signed in at the provider in this browser, to
 * link an account that has a password.
 * @throws {Problem} 403
 */
export async function requirePasswordAllowed(
  c: ApiContext,
  database: Database,
  address: string,
  accountId: string | undefined,
): Promise<void> {
  const browser = ssoBrowser(c);
  const [enforcing] = await database.query<{ exempt: boolean }>(
    `SELECT EXISTS (SELECT FROM memberships m
         JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id AND r.rank = 0
         WHERE m.organization_id = d.organization_id AND m.account_id = $2)
       OR EXISTS (SELECT FROM sso_pending_links l
         WHERE l.organization_id = d.organization_id AND l.account_id = $2
           AND l.browser_hash = $3 AND l.revision = p.revision AND l.expires_at > now()) AS exempt
     FROM organization_domains d
     JOIN identity_providers p ON p.organization_id = d.organization_id AND p.enforced
     JOIN organizations o ON o.id = d.organization_id AND o.deleted_at IS NULL
     WHERE d.domain = $1 AND d.verified_at IS NOT NULL`,
    [mailDomain(address), accountId ?? null, browser === undefined ? null : sha256(browser)],
  );
  if (enforcing === undefined || enforcing.exempt) return;
  throw forbidden('Your organization signs in with single sign-on.');
}
