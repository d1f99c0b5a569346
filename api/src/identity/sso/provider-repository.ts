import type {
  MappedRole,
  OrganizationProvider,
  SaveIdentityProviderInput,
} from '@carrel/shared/contract/sign-in';

import type { Queryable } from '../../platform/database/database.ts';

/** The provider of an organization, with its secret as it is stored. */
export interface ProviderRow {
  organizationId: string;
  issuer: string;
  clientId: string;
  clientSecret: Uint8Array;
  defaultRole: MappedRole;
  roleClaim: string | null;
  roleMapping: { value: string; role: MappedRole }[];
  enabled: boolean;
  enforced: boolean;
  revision: string;
  updatedAt: Date;
}

const COLUMNS = `organization_id AS "organizationId", issuer, client_id AS "clientId",
  client_secret AS "clientSecret", default_role AS "defaultRole", role_claim AS "roleClaim",
  role_mapping AS "roleMapping", enabled, enforced, revision, updated_at AS "updatedAt"`;

/** Returns the provider of an organization. */
export async function findProvider(
  tx: Queryable,
  organizationId: string,
): Promise<ProviderRow | undefined> {
  const [row] = await tx.query<ProviderRow>(
    `SELECT ${COLUMNS} FROM identity_providers WHERE organization_id = $1`,
    [organizationId],
  );
  return row;
}

/** Returns the provider of an organization with which people can sign in. */
export async function findEnabledProvider(
  tx: Queryable,
  organizationId: string,
): Promise<ProviderRow | undefined> {
  const [found] = await tx.query<{ id: string }>(
    `SELECT o.id FROM organizations o
     JOIN identity_providers p ON p.organization_id = o.id AND p.enabled
     WHERE o.id = $1 AND o.deleted_at IS NULL`,
    [organizationId],
  );
  return found && findProvider(tx, found.id);
}

/** Returns the enabled provider of the organization that has verified a domain. */
export async function findProviderOfDomain(
  tx: Queryable,
  domain: string,
): Promise<ProviderRow | undefined> {
  const [found] = await tx.query<{ id: string }>(
    `SELECT d.organization_id AS id FROM organization_domains d
     JOIN identity_providers p ON p.organization_id = d.organization_id AND p.enabled
     JOIN organizations o ON o.id = d.organization_id AND o.deleted_at IS NULL
     WHERE d.domain = $1 AND d.verified_at IS NOT NULL`,
    [domain],
  );
  return found && findProvider(tx, found.id);
}

/** Returns the enabled provider at which an account has an identity: that of the session, or the one used last. */
export async function findProviderOfAccount(
  tx: Queryable,
  { id: accountId, sessionId }: { id: string; sessionId: string },
): Promise<ProviderRow | undefined> {
  const [found] = await tx.query<{ id: string }>(
    `SELECT i.organization_id AS id FROM account_identities i
     JOIN identity_providers p
       ON p.organization_id = i.organization_id AND p.issuer = i.issuer AND p.enabled
     JOIN organizations o ON o.id = i.organization_id AND o.deleted_at IS NULL
     LEFT JOIN sso_sessions s ON s.organization_id = i.organization_id AND s.session_id = $2
     WHERE i.account_id = $1 ORDER BY s.session_id NULLS LAST, i.last_used_at DESC LIMIT 1`,
    [accountId, sessionId],
  );
  return found && findProvider(tx, found.id);
}

/** Returns the provider of an organization, which is locked: a sign-in waits until a change is made, or is before it. */
export async function findProviderToChange(
  tx: Queryable,
  organizationId: string,
): Promise<ProviderRow | undefined> {
  await tx.query('SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
  return findProvider(tx, organizationId);
}

/**
 * Stores the provider of an organization. Sign-ins that are under way fail. What `earlier` vouched for ends, unless it
 * is the same client of the same issuer: subjects are of both.
 */
export async function saveProvider(
  tx: Queryable,
  organizationId: string,
  input: SaveIdentityProviderInput,
  clientSecret: Uint8Array,
  earlier: ProviderRow | undefined,
): Promise<ProviderRow> {
  const isSame = earlier?.issuer === input.issuer && earlier.clientId === input.client_id;
  if (!isSame) await endIdentities(tx);
  const [saved] = await tx.query<ProviderRow>(
    `INSERT INTO identity_providers (organization_id, issuer, client_id, client_secret, default_role,
       role_claim, role_mapping, enabled, enforced) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (organization_id) DO UPDATE SET issuer = excluded.issuer,
       client_id = excluded.client_id, client_secret = excluded.client_secret,
       default_role = excluded.default_role, role_claim = excluded.role_claim,
       role_mapping = excluded.role_mapping, enabled = excluded.enabled,
       enforced = excluded.enforced, revision = gen_random_uuid(), updated_at = now()
     RETURNING ${COLUMNS}`,
    [
      organizationId,
      input.issuer,
      input.client_id,
      clientSecret,
      input.default_role,
      input.role_claim ?? null,
      JSON.stringify(input.role_mapping ?? []),
      input.enabled,
      input.enforced,
    ],
  );
  if (saved === undefined) throw new Error('The provider was not stored');
  return saved;
}

/** Removes the provider of an organization, with all that it vouched for. */
export async function deleteProvider(tx: Queryable, organizationId: string): Promise<void> {
  await tx.query('DELETE FROM identity_providers WHERE organization_id = $1', [organizationId]);
  await endIdentities(tx);
}

const endIdentities = (tx: Queryable) => tx.query('SELECT end_own_identities(true)');

/** Returns whether an Owner can sign in without the provider: by a password or a passkey. */
export async function hasIndependentOwner(tx: Queryable, organizationId: string): Promise<boolean> {
  const found = await tx.query(
    `SELECT FROM memberships m
     JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id AND r.rank = 0
     JOIN accounts a ON a.id = m.account_id
     WHERE m.organization_id = $1 AND (a.password_hash IS NOT NULL
       OR EXISTS (SELECT FROM passkeys p WHERE p.account_id = a.id)) LIMIT 1`,
    [organizationId],
  );
  return found.length > 0;
}

/** Returns a provider as Owners see it. */
export function shownProvider(row: ProviderRow): NonNullable<OrganizationProvider['provider']> {
  return {
    issuer: row.issuer,
    client_id: row.clientId,
    default_role: row.defaultRole,
    role_claim: row.roleClaim,
    role_mapping: row.roleMapping,
    enabled: row.enabled,
    enforced: row.enforced,
    updated_at: row.updatedAt.toISOString(),
  };
}
