import type { Queryable } from '../../platform/database/database.ts';
import type { EntryRange, StagedEntries } from './staged-entries.ts';

/** Paths of a range whose document is new or changed. */
interface ChangedPaths {
  paths: readonly string[];
  created: readonly boolean[];
}

/** Creates an archive's receipt; returns the path up to which an interrupted run has merged. */
export async function openReceipt(
  tx: Queryable,
  { organizationId, archiveId }: StagedEntries,
): Promise<string> {
  await tx.query(
    `INSERT INTO archive_receipts (organization_id, archive_id) VALUES ($1, $2)
     ON CONFLICT (organization_id, archive_id) DO NOTHING`,
    [organizationId, archiveId],
  );
  const [receipt] = await tx.query<{ merged_path: string }>(
    'SELECT merged_path FROM archive_receipts WHERE organization_id = $1 AND archive_id = $2',
    [organizationId, archiveId],
  );
  return receipt?.merged_path ?? '';
}

/** Adds the outcomes of a range to the receipt, in the transaction that merged it. */
export async function recordOutcomes(
  tx: Queryable,
  { organizationId, archiveId }: StagedEntries,
  { after, to }: EntryRange,
  { paths, created }: ChangedPaths,
): Promise<void> {
  await tx.query(
    `WITH outcomes AS MATERIALIZED (
       SELECT e.path, e.fault AS reason, CASE
         WHEN e.fault IS NOT NULL THEN 'refused'
         WHEN c.created THEN 'added'
         WHEN c.path IS NOT NULL THEN 'changed'
         ELSE 'unchanged' END AS outcome
       FROM archive_entries e
       LEFT JOIN unnest($5::text[] COLLATE "C", $6::boolean[]) AS c (path, created) ON c.path = e.path
       WHERE e.organization_id = $1 AND e.archive_id = $2 AND e.path > $3 AND e.path <= $4
     ), changes AS (
       INSERT INTO archive_receipt_entries (organization_id, archive_id, path, outcome, reason)
       SELECT $1, $2, path, outcome, reason FROM outcomes WHERE outcome <> 'unchanged'
     ), unchanged AS (
       INSERT INTO archive_receipt_unchanged (organization_id, archive_id, last_path, count, paths)
       SELECT $1, $2, max(path), count(*), array_agg(path ORDER BY path)
       FROM outcomes WHERE outcome = 'unchanged' HAVING count(*) > 0
     )
     UPDATE archive_receipts r SET merged_path = $4,
       added = r.added + o.added, changed = r.changed + o.changed,
       unchanged = r.unchanged + o.unchanged, refused = r.refused + o.refused
     FROM (
       SELECT count(*) FILTER (WHERE outcome = 'added') AS added,
         count(*) FILTER (WHERE outcome = 'changed') AS changed,
         count(*) FILTER (WHERE outcome = 'unchanged') AS unchanged,
         count(*) FILTER (WHERE outcome = 'refused') AS refused
       FROM outcomes
     ) o
     WHERE r.organization_id = $1 AND r.archive_id = $2`,
    [organizationId, archiveId, after, to, paths, created],
  );
}

/** Adds documents that were deleted as orphans to the receipt. */
export async function recordRemoved(
  tx: Queryable,
  { organizationId, archiveId }: StagedEntries,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  await tx.query(
    `INSERT INTO archive_receipt_entries (organization_id, archive_id, path, outcome)
     SELECT $1, $2, path, 'removed' FROM unnest($3::text[]) AS path`,
    [organizationId, archiveId, paths],
  );
  await tx.query(
    `UPDATE archive_receipts SET removed = removed + $3
     WHERE organization_id = $1 AND archive_id = $2`,
    [organizationId, archiveId, paths.length],
  );
}

/** Adds removals that were refused to the receipt. */
export async function recordRefused(
  tx: Queryable,
  { organizationId, archiveId }: StagedEntries,
  refused: readonly { path: string; reason: string }[],
): Promise<void> {
  if (refused.length === 0) return;
  await tx.query(
    `INSERT INTO archive_receipt_entries (organization_id, archive_id, path, outcome, reason)
     SELECT $1, $2, path, 'refused', reason FROM unnest($3::text[], $4::text[]) AS r (path, reason)`,
    [
      organizationId,
      archiveId,
      refused.map(({ path }) => path),
      refused.map(({ reason }) => reason),
    ],
  );
  await tx.query(
    `UPDATE archive_receipts SET refused = refused + $3
     WHERE organization_id = $1 AND archive_id = $2`,
    [organizationId, archiveId, refused.length],
  );
}
