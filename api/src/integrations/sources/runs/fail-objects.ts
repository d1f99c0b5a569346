import type { Database, Queryable } from '../../../platform/database/database.ts';
import { countRun, runStep, type ClaimedRun } from './claimed-run.ts';
import type { FailedObject } from './read-objects.ts';

const REASON_MAX = 500;

/** Gives objects their reasons, and counts them as failed instead of what was planned. */
export async function failObjects(
  database: Database,
  run: ClaimedRun,
  failed: readonly FailedObject[],
): Promise<void> {
  if (failed.length === 0) return;
  await runStep(database, run, (tx) => failWithin(tx, run, failed));
}

/** The same in a transaction of the run. */
export async function failWithin(
  tx: Queryable,
  run: ClaimedRun,
  failed: readonly FailedObject[],
): Promise<void> {
  const rows = await tx.query<{
    outcome: 'added' | 'changed' | 'moved' | 'removed' | null;
    count: number;
  }>(
    `WITH failing AS (
       UPDATE source_objects o SET state = 'failed', reason = f.reason, content = NULL, archive_id = NULL, sent_path = NULL
       FROM unnest($3::text[], $4::text[]) AS f (key, reason)
       WHERE o.organization_id = $1 AND o.source_id = $2 AND o.key = f.key AND o.state <> 'failed'
       RETURNING o.outcome
     )
     SELECT outcome, count(*) AS count FROM failing GROUP BY outcome`,
    [
      run.organizationId,
      run.sourceId,
      failed.map(({ key }) => key),
      failed.map(({ reason }) => reason.slice(0, REASON_MAX)),
    ],
  );
  for (const { outcome, count } of rows) {
    await countRun(tx, run, { failed: count, ...(outcome !== null && { [outcome]: -count }) });
  }
}
