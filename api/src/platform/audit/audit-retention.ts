import type { Database } from '../database/database.ts';
import type { Settings } from '../settings/settings.ts';

/** Records that one statement reads, and statements of one run. */
const BATCH_SIZE = 1000;
const BATCHES_MAX = 200;

/** Conditions that an index serves oldest first. */
const CONDITIONS = {
  // Every open browser renews its session about a hundred times a day.
  sessions: `organization_id IS NULL AND object_type = 'session'`,
  all: 'true',
} as const;

/**
 * Purges records past their retention, oldest first, and returns their number. It runs in batches, so
 * that no request waits for it; the next run continues after the last batch.
 */
export async function purgeAuditRecords(
  database: Database,
  { auditDays, sessionAuditDays }: Pick<Settings, 'auditDays' | 'sessionAuditDays'>,
  batchSize: number = BATCH_SIZE,
): Promise<number> {
  return (
    (await purge(database, CONDITIONS.sessions, sessionAuditDays, batchSize)) +
    (await purge(database, CONDITIONS.all, auditDays, batchSize))
  );
}

async function purge(
  database: Database,
  condition: string,
  days: number | undefined,
  batchSize: number,
): Promise<number> {
  if (days === undefined) return 0;
  let purged = 0;
  let last = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    // Ids grow with time, except among concurrent transactions.
    const [read] = await database.query<{ last: number | null; old: number; purged: number }>(
      `WITH oldest AS (
         SELECT id, created_at < now() - $2 * interval '1 day' AS old FROM audit_records
         WHERE id > $1 AND ${condition} ORDER BY id LIMIT $3
       ), purged AS (
         DELETE FROM audit_records WHERE id IN (SELECT id FROM oldest WHERE old) RETURNING id
       )
       SELECT (SELECT max(id) FROM oldest) AS last, (SELECT count(*) FROM oldest WHERE old) AS old,
         (SELECT count(*) FROM purged) AS purged`,
      [last, days, batchSize],
    );
    purged += read?.purged ?? 0;
    if (read === undefined || read.last === null || read.old === 0) return purged;
    ({ last } = read);
  }
  return purged;
}
