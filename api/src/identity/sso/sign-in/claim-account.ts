import { addressKey } from '../../../platform/access/address-key.ts';
import { recordAudit } from '../../../platform/access/audit.ts';
import { createAccount } from '../../proofs/passwords/account-repository.ts';
import { confirmEmail, emailsOf } from '../../accounts/emails/email-repository.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Quotas } from '../../../platform/quotas/quota-repository.ts';
import type { VerifiedIdentity } from '../oidc/identity-claims.ts';
import { findProvider, type ProviderRow } from '../provider-repository.ts';
import { mappedRole, mapsRoles } from './mapped-role.ts';
import { joinBySso, mapRole, requireOwnAddress } from './members.ts';
import { SsoRefused } from './sso-refused.ts';

/** A verified identity at the provider of an organization. */
export interface SsoClaim {
  organizationId: string;
  /** Of the provider as it was when the sign-in began. */
  revision: string;
  identity: VerifiedIdentity;
  ip: string;
}

/** The account that signs in, or the existing one that has to prove itself first. */
export type ClaimedAccount =
  | { accountId: string; provider: ProviderRow }
  | { link: string; provider: ProviderRow; address: string };

/**
 * Finds the account of an identity; creates one for an address of the organization that has none. An account that
 * exists is never taken because of its address alone.
 * @throws {SsoRefused}
 */
export async function claimAccount(
  tx: Queryable,
  { organizationId, revision, identity, ip }: SsoClaim,
  quotas: Quotas,
): Promise<ClaimedAccount> {
  const provider = await lockProvider(tx, organizationId, revision);
  const isMapped = mapsRoles(provider);
  const joining = { organizationId, ip, isMapped, role: mappedRole(provider, identity.claims) };
  const known = await findIdentity(tx, provider, identity.subject);
  if (known !== undefined) {
    await requireVouched(tx, organizationId, known);
    if (!(await isMember(tx, organizationId, known))) {
      const address = await requireOwnAddress(tx, organizationId, identity);
      await joinBySso(tx, { ...joining, accountId: known, address }, quotas);
    } else if (isMapped) {
      await mapRole(tx, { ...joining, accountId: known });
    }
    return { accountId: known, provider };
  }
  const address = await requireOwnAddress(tx, organizationId, identity);
  const existing = await findConfirmed(tx, address);
  if (existing !== undefined) return { link: existing, provider, address };
  const accountId = await createAccount(tx, { ...identity, passwordHash: null });
  // Its sessions end with its last membership, as those of accounts that a directory makes.
  await tx.query('UPDATE accounts SET provisioned_by = $2 WHERE id = $1', [
    accountId,
    organizationId,
  ]);
  const emailId = await emailsOf(tx, accountId).add(address);
  // Another account confirmed the address a moment ago: the next sign-in links it.
  if (emailId === undefined || (await confirmEmail(tx, emailId, 'sole')) === undefined) {
    throw new SsoRefused('changed');
  }
  await storeIdentity(tx, provider, identity.subject, accountId);
  await recordAudit(tx, {
    action: 'account.registered',
    object: ['account', accountId],
    accountId,
    ip,
  });
  await joinBySso(tx, { ...joining, accountId, address }, quotas);
  return { accountId, provider };
}

/**
 * Returns the provider of an organization, with the organization locked: two first sign-ins of one person are one
 * after the other.
 * @throws {SsoRefused} if it was changed since the sign-in began.
 */
export async function lockProvider(
  tx: Queryable,
  organizationId: string,
  revision: string,
): Promise<ProviderRow> {
  const locked = await tx.query(
    'SELECT FROM organizations WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
    [organizationId],
  );
  const provider = locked.length === 0 ? undefined : await findProvider(tx, organizationId);
  if (provider === undefined || !provider.enabled || provider.revision !== revision) {
    throw new SsoRefused('changed');
  }
  return provider;
}

/**
 * Requires that the locked account has a confirmed address of a domain that the organization has verified: a provider
 * vouches for nobody else, whatever it vouched for before.
 * @throws {SsoRefused}
 */
export async function requireVouched(
  tx: Queryable,
  organizationId: string,
  accountId: string,
): Promise<void> {
  const [found] = await tx.query<{ vouched: boolean }>('SELECT vouches_for($1, $2) AS vouched', [
    organizationId,
    accountId,
  ]);
  if (found?.vouched !== true) throw new SsoRefused('address');
}

/** Returns the account of an identity, locked, and notes that it is used. */
export async function findIdentity(
  tx: Queryable,
  { organizationId, issuer }: ProviderRow,
  subject: string,
): Promise<string | undefined> {
  const [found] = await tx.query<{ id: string }>(
    `SELECT a.id FROM account_identities i JOIN accounts a ON a.id = i.account_id
     WHERE i.organization_id = $1 AND i.issuer = $2 AND i.subject = $3 FOR SHARE OF a`,
    [organizationId, issuer, subject],
  );
  if (found === undefined) return undefined;
  await tx.query(
    `UPDATE account_identities SET last_used_at = now()
     WHERE organization_id = $1 AND issuer = $2 AND subject = $3`,
    [organizationId, issuer, subject],
  );
  return found.id;
}

/** Remembers who an account is at a provider. @throws {SsoRefused} for an account that it does not vouch for. */
export async function storeIdentity(
  tx: Queryable,
  { organizationId, issuer }: ProviderRow,
  subject: string,
  accountId: string,
): Promise<void> {
  await tx.query('SELECT FROM accounts WHERE id = $1 FOR SHARE', [accountId]);
  await requireVouched(tx, organizationId, accountId);
  await tx.query(
    `INSERT INTO account_identities (organization_id, issuer, subject, account_id)
     VALUES ($1, $2, $3, $4)`,
    [organizationId, issuer, subject, accountId],
  );
}

export async function isMember(
  tx: Queryable,
  organizationId: string,
  accountId: string,
): Promise<boolean> {
  const found = await tx.query(
    'SELECT FROM memberships WHERE organization_id = $1 AND account_id = $2',
    [organizationId, accountId],
  );
  return found.length > 0;
}

async function findConfirmed(tx: Queryable, address: string): Promise<string | undefined> {
  const [found] = await tx.query<{ id: string }>(
    `SELECT account_id AS id FROM account_emails
     WHERE address_key = $1 AND confirmed_at IS NOT NULL`,
    [addressKey(address)],
  );
  return found?.id;
}
