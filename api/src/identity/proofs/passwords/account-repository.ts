import { createHmac } from 'node:crypto';

import { addressKey } from '../../../platform/access/address-key.ts';
import { sessionKey } from '../../../platform/access/secrets/session-key.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Identity } from './check-password.ts';

export interface NewAccount {
  firstName: string;
  lastName: string;
  /** Null for an account that signs in by single sign-on. */
  passwordHash: string | null;
}

export async function createAccount(tx: Queryable, account: NewAccount): Promise<string> {
  const [created] = await tx.query<{ id: string }>(
    `INSERT INTO accounts (first_name, last_name, password_hash) VALUES ($1, $2, $3) RETURNING id`,
    [account.firstName, account.lastName, account.passwordHash],
  );
  if (created === undefined) throw new Error('An account was not created');
  return created.id;
}

export interface Credentials {
  accountId: string;
  passwordHash: string;
  confirmed: boolean;
}

// Far more registrations of one address than anyone needs; the latest count.
const CLAIMS_MAX = 100;

/**
 * Returns what can sign in with an address and a password: the account that confirmed it, else all that claim it.
 * Registrations come first, whose hashes share a salt.
 */
export async function findCredentials(
  database: Queryable,
  address: string,
): Promise<Credentials[]> {
  const claims = await database.query<
    Omit<Credentials, 'passwordHash'> & { passwordHash: string | null }
  >(
    `SELECT a.id AS "accountId", a.password_hash AS "passwordHash",
       e.confirmed_at IS NOT NULL AS confirmed
     FROM account_emails e JOIN accounts a ON a.id = e.account_id
     WHERE e.address_key = $1
     ORDER BY confirmed DESC, EXISTS (SELECT FROM account_emails o
       WHERE o.account_id = a.id AND o.confirmed_at IS NOT NULL), e.created_at DESC
     LIMIT ${CLAIMS_MAX}`,
    [addressKey(address)],
  );
  return (claims[0]?.confirmed === true ? claims.slice(0, 1) : claims).flatMap(
    ({ passwordHash, ...claim }) => (passwordHash === null ? [] : [{ ...claim, passwordHash }]),
  );
}

/** Returns the salt of passwords that are registered with an address: one for all of its claims. */
export async function saltOfAddress(database: Queryable, address: string): Promise<Uint8Array> {
  return createHmac('sha256', await sessionKey(database))
    .update(`salt.${addressKey(address)}`)
    .digest()
    .subarray(0, 16);
}

/** Returns the names and addresses of an account. */
export async function identityOf(tx: Queryable, accountId: string): Promise<Identity> {
  const [account] = await tx.query<{ names: string[]; addresses: string[] }>(
    `SELECT array[first_name, last_name] AS names,
       array(SELECT address FROM account_emails e WHERE e.account_id = a.id) AS addresses
     FROM accounts a WHERE id = $1`,
    [accountId],
  );
  return account ?? { names: [], addresses: [] };
}

/** Returns undefined for an account without a password too. */
export async function findPasswordHash(
  database: Queryable,
  accountId: string,
): Promise<string | undefined> {
  const [account] = await database.query<{ hash: string | null }>(
    'SELECT password_hash AS hash FROM accounts WHERE id = $1',
    [accountId],
  );
  return account?.hash ?? undefined;
}

/** Replaces the password of an account, and returns whether the account exists. */
export async function changePassword(
  tx: Queryable,
  accountId: string,
  passwordHash: string,
): Promise<boolean> {
  const updated = await tx.query(
    'UPDATE accounts SET password_hash = $2 WHERE id = $1 RETURNING id',
    [accountId, passwordHash],
  );
  return updated.length === 1;
}

/** Replaces the password whose hash is `current`, null for none, and returns whether it still was. */
export async function replacePassword(
  tx: Queryable,
  accountId: string,
  current: string | null,
  passwordHash: string,
): Promise<boolean> {
  const updated = await tx.query(
    `UPDATE accounts SET password_hash = $3
     WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $2 RETURNING id`,
    [accountId, current, passwordHash],
  );
  return updated.length === 1;
}

/** The ids of the organizations that an account belongs to. */
export async function organizationsOf(tx: Queryable, accountId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'SELECT organization_id AS id FROM memberships WHERE account_id = $1 ORDER BY id',
    [accountId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Deletes an account, and with `deleteOrganization` the organizations that only it belongs to. Deletes
 * nothing where other members would be left without an Owner, and returns the names of those organizations.
 */
export async function deleteAccount(
  tx: Queryable,
  accountId: string,
  deleteOrganization: (id: string) => Promise<void>,
): Promise<{ ownerless: readonly string[] }> {
  await tx.query(
    `SELECT o.id FROM organizations o JOIN memberships m ON m.organization_id = o.id
     WHERE m.account_id = $1 ORDER BY o.id FOR UPDATE OF o`,
    [accountId],
  );
  const organizations = await tx.query<{
    id: string;
    name: string;
    others: number;
    owners: number;
  }>(
    `SELECT m.organization_id AS id, g.name,
       count(o.account_id) AS others,
       count(o.account_id) FILTER (WHERE r.rank = 0) AS owners
     FROM memberships m JOIN organizations g ON g.id = m.organization_id
     LEFT JOIN memberships o ON o.organization_id = m.organization_id AND o.account_id <> $1
     LEFT JOIN roles r ON r.organization_id = o.organization_id AND r.id = o.role_id
     WHERE m.account_id = $1 GROUP BY m.organization_id, g.name ORDER BY g.name`,
    [accountId],
  );
  const ownerless = organizations
    .filter(({ others, owners }) => others > 0 && owners === 0)
    .map(({ name }) => name);
  if (ownerless.length > 0) return { ownerless };
  for (const { id, others } of organizations) if (others === 0) await deleteOrganization(id);
  // An invitation ends with its sender's right to send it.
  await tx.query('DELETE FROM invitations WHERE invited_by = $1', [accountId]);
  await tx.query('DELETE FROM accounts WHERE id = $1', [accountId]);
  return { ownerless };
}
