import type { Database } from '../database/database.ts';
import type { Settings } from '../settings.ts';

/** So many records are looked at in one statement, and so many statements are made in one go. */
const STEP = 1000;
const STEPS_MAX = 200;

/** Which records, along an index in which the oldest come first. */
const KINDS = {
  // Every browser that is open renews its session some hundred times a day.
  sessions: `organization_id IS NULL AND object_type = 'session'`,
  all: 'true',
} as const;

/**
 * Removes records that are older than the settings keep them, oldest first. In steps, so that nobody
 * waits for it; what is left after many is for the next time. Gives how many went.
 */
export async function purgeAuditRecords(
  database: Database,
  { auditDays, sessionAuditDays }: Pick<Settings, 'auditDays' | 'sessionAuditDays'>,
  step: number = STEP,
): Promise<number> {
  return (
    (await forget(database, KINDS.sessions, sessionAuditDays, step)) +
    (await forget(database, KINDS.all, auditDays, step))
  );
}

async function forget(
  database: Database,
  condition: string,
  days: number | undefined,
  step: number,
): Promise<number> {
  if (days === undefined) return 0;
  let gone = 0;
  let last = 0;
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    // Ids grow with time, but for what was written side by side.
    const [seen] = await database.query<{ last: number | null; old: number; gone: number }>(
      `WITH oldest AS (
         SELECT id, created_at < now() - $2 * interval '1 day' AS old FROM audit_records
         WHERE id > $1 AND ${condition} ORDER BY id LIMIT $3
       ), gone AS (
         DELETE FROM audit_records WHERE id IN (SELECT id FROM oldest WHERE old) RETURNING id
       )
       SELECT (SELECT max(id) FROM oldest) AS last, (SELECT count(*) FROM oldest WHERE old) AS old,
         (SELECT count(*) FROM gone) AS gone`,
      [last, days, step],
    );
    gone += seen?.gone ?? 0;
    if (seen === undefined || seen.last === null || seen.old === 0) return gone;
    ({ last } = seen);
  }
  return gone;
}
