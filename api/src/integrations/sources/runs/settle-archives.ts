import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { ClaimedRun } from './claimed-run.ts';
import { failWithin } from './fail-objects.ts';
import { runBatch } from './run-batch.ts';

interface SentRow {
  key: string;
  state: 'sent' | 'gone';
  /** Of its archive; null where that was deleted. */
  status: string | null;
  error: string | null;
  /** Of a file that was refused. */
  reason: string | null;
}

/**
 * Writes what became of sent objects whose archives were merged. Returns how many are left: `ready` that can be
 * written next, `waiting` whose archives are not merged yet.
 */
export async function settleSome(
  database: Database,
  run: ClaimedRun,
): Promise<'more' | 'waiting' | 'done'> {
  return runBatch(database, run, 'settle', async (tx, size) => {
    const rows = await sentObjects(tx, run, size);
    if (rows.length > 0) {
      await settle(tx, run, rows);
      return { result: 'more', rows: rows.length };
    }
    const waiting = await tx.query(
      `SELECT FROM source_objects
       WHERE organization_id = $1 AND source_id = $2 AND state IN ('sent', 'gone') AND archive_id IS NOT NULL LIMIT 1`,
      [run.organizationId, run.sourceId],
    );
    return { result: waiting.length > 0 ? 'waiting' : 'done', rows: 0 };
  });
}

function sentObjects(tx: Queryable, run: ClaimedRun, size: number): Promise<SentRow[]> {
  return tx.query<SentRow>(
    `SELECT o.key, o.state, a.status, a.error, e.reason
     FROM source_objects o
     LEFT JOIN archives a ON a.organization_id = $1 AND a.id = o.archive_id
     LEFT JOIN archive_receipt_entries e ON e.organization_id = $1 AND e.archive_id = o.archive_id
       AND e.path = o.sent_path AND e.outcome = 'refused'
     WHERE o.organization_id = $1 AND o.source_id = $2 AND o.state IN ('sent', 'gone') AND o.archive_id IS NOT NULL
       AND a.status IS DISTINCT FROM 'pending'
     LIMIT $3`,
    [run.organizationId, run.sourceId, size],
  );
}

const LOST = 'Its archive was deleted before it was merged.';

async function settle(tx: Queryable, run: ClaimedRun, rows: readonly SentRow[]): Promise<void> {
  const failed = rows.flatMap(({ key, state, status, error, reason }) => {
    // One that was not removed stays gone, and is removed by the next run.
    if (state === 'gone') return [];
    if (status === null) return [{ key, reason: LOST }];
    if (status === 'failed') return [{ key, reason: error ?? LOST }];
    return reason === null ? [] : [{ key, reason }];
  });
  const isFailed = new Set(failed.map(({ key }) => key));
  const merged = rows.filter(({ key, state }) => state === 'sent' && !isFailed.has(key));
  const gone = rows.filter(({ state }) => state === 'gone');
  await failWithin(tx, run, failed);
  await tx.query(
    `UPDATE source_objects SET state = 'current', merged_token = token, merged_path = path, archive_id = NULL,
       sent_path = NULL, reason = NULL
     WHERE organization_id = $1 AND source_id = $2 AND key = ANY ($3::text[])`,
    [run.organizationId, run.sourceId, merged.map(({ key }) => key)],
  );
  const goneKeys = [run.organizationId, run.sourceId, gone.map(({ key }) => key)];
  await tx.query(
    `DELETE FROM source_objects o WHERE o.organization_id = $1 AND o.source_id = $2 AND o.key = ANY ($3::text[])
       AND NOT EXISTS (
         SELECT FROM documents d WHERE d.organization_id = $1 AND d.source_id = $2 AND d.source_key = o.key)`,
    goneKeys,
  );
  // A person moved its document meanwhile, or deleted the archive: the next run removes it.
  await tx.query(
    `UPDATE source_objects SET archive_id = NULL, sent_path = NULL
     WHERE organization_id = $1 AND source_id = $2 AND key = ANY ($3::text[])`,
    goneKeys,
  );
}
