import { DOCUMENT_STATUSES, QUOTA_NAMES, type QuotaName } from '@carrel/shared/contract';

import type { Settings } from '../settings/settings.ts';
import type { Queryable } from '../database/database.ts';

/** Limits; undefined for none. */
export type Quotas = Settings['quotas'];

/** An organization and the limits of the settings. */
export interface Quota {
  organizationId: string;
  quotas: Quotas;
}

/** In a row of `organization_quotas`: no limit, whatever the settings say. */
export const NONE = -1;

const DOCUMENTS = DOCUMENT_STATUSES.map((status) => `counts.${status}`).join(' + ');

/**
 * Statements that return what the organization `$1` uses. A deleted archive counts until its bytes are purged, and so does one of a
 * deleted dataset. Originals that outlived their archives count by the files that hold them, unfinished uploads by
 * the sizes that they will have.
 */
export const USED: Record<QuotaName, string> = {
  documents: `SELECT coalesce(sum(${DOCUMENTS}), 0)::bigint
    FROM datasets JOIN dataset_counts counts ON counts.dataset_id = datasets.id
    WHERE datasets.organization_id = $1`,
  bytes: `SELECT (
      SELECT coalesce(sum(size), 0) FROM archives WHERE organization_id = $1 AND purged_at IS NULL
    )::bigint + (
      SELECT coalesce(sum(size), 0) FROM original_files WHERE organization_id = $1
    )::bigint + (
      SELECT coalesce(sum(size), 0) FROM uploads
      WHERE organization_id = $1 AND finished_at IS NULL AND expires_at > now()
    )::bigint`,
  members: 'SELECT count(*) FROM memberships WHERE organization_id = $1 AND guest_of IS NULL',
  guests: 'SELECT count(*) FROM memberships WHERE organization_id = $1 AND guest_of IS NOT NULL',
  datasets: 'SELECT count(*) FROM datasets WHERE organization_id = $1 AND removed_at IS NULL',
};

/** Returns how much an organization uses of everything, in one query. */
export async function usedOfAll(
  tx: Queryable,
  organizationId: string,
): Promise<Record<QuotaName, number>> {
  const columns = QUOTA_NAMES.map((name) => `(${USED[name]}) AS ${name}`).join(', ');
  const [row] = await tx.query<Record<QuotaName, number>>(`SELECT ${columns}`, [organizationId]);
  if (row === undefined) throw new Error('The usage of an organization could not be read');
  return row;
}

/** Returns how much an organization uses. */
export async function usedOf(
  tx: Queryable,
  organizationId: string,
  name: QuotaName,
): Promise<number> {
  const [row] = await tx.query<{ used: number }>(`SELECT (${USED[name]}) AS used`, [
    organizationId,
  ]);
  return row?.used ?? 0;
}

/** Returns the limits of an organization: those of its row, or else those of the settings. */
export async function limitsOf(tx: Queryable, { organizationId, quotas }: Quota): Promise<Quotas> {
  const [row] = await tx.query<Record<QuotaName, number | null>>(
    `SELECT ${QUOTA_NAMES.join(', ')} FROM organization_quotas WHERE organization_id = $1`,
    [organizationId],
  );
  const limitOf = (name: QuotaName) => {
    const limit = row?.[name] ?? quotas[name];
    return limit === NONE ? undefined : limit;
  };
  return {
    documents: limitOf('documents'),
    bytes: limitOf('bytes'),
    members: limitOf('members'),
    guests: limitOf('guests'),
    datasets: limitOf('datasets'),
  };
}

/**
 * Locks what an organization uses until the transaction ends, if it has a limit, which is returned. Of the
 * organization's rows, this one is locked first.
 */
export async function lockLimited(
  tx: Queryable,
  quota: Quota,
  name: QuotaName,
): Promise<number | undefined> {
  const limit = (await limitsOf(tx, quota))[name];
  if (limit === undefined) return undefined;
  await tx.query('SELECT id FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [
    quota.organizationId,
  ]);
  return limit;
}
