import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import { sourceRunJob } from './source-run-job.ts';

/** Runs of a source that are kept. */
const RUNS_KEPT = 100;
/** Sources that one look starts. */
const DUE_AT_ONCE = 100;

interface NewRun {
  organizationId: string;
  sourceId: string;
  startedBy: 'first' | 'schedule' | 'person';
  everything?: boolean;
}

/**
 * Begins a run of a source whose row the transaction has locked, and forgets the oldest one. A plan that waits for a
 * person is replaced. Returns its id; undefined while another is at work.
 */
export async function startRun(
  tx: Queryable,
  queue: Queue,
  { organizationId, sourceId, startedBy, everything = false }: NewRun,
): Promise<string | undefined> {
  await tx.query(
    `UPDATE source_runs SET state = 'cancelled', waiting_for = NULL, ended_at = now(), cursor = NULL
     WHERE organization_id = $1 AND source_id = $2 AND state = 'waiting'`,
    [organizationId, sourceId],
  );
  const [run] = await tx.query<{ id: string; number: number }>(
    `WITH source AS (
       UPDATE sources s SET runs = runs + 1, next_run_at = NULL
       WHERE organization_id = $1 AND id = $2 AND NOT EXISTS (
         SELECT FROM source_runs r WHERE r.organization_id = $1 AND r.source_id = $2 AND r.ended_at IS NULL)
       RETURNING dataset_id, runs
     )
     INSERT INTO source_runs (organization_id, dataset_id, source_id, number, started_by, everything)
     SELECT $1, dataset_id, $2, runs, $3, $4 FROM source RETURNING id, number`,
    [organizationId, sourceId, startedBy, everything],
  );
  if (run === undefined) return undefined;
  await tx.query(
    `DELETE FROM source_runs WHERE organization_id = $1 AND source_id = $2 AND number <= $3 AND ended_at IS NOT NULL`,
    [organizationId, sourceId, run.number - RUNS_KEPT],
  );
  await sourceRunJob.sendMany(queue, tx, [{ organizationId, sourceId }]);
  return run.id;
}

/** Begins the runs of all organizations that are due. */
export async function startDueRuns(database: Database, queue: Queue): Promise<void> {
  await database.transaction(async (tx) => {
    const due = await tx.query<{ organization_id: string; id: string }>(
      `SELECT organization_id, id FROM sources
       WHERE next_run_at <= now() AND NOT paused AND deleted_at IS NULL
       ORDER BY next_run_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [DUE_AT_ONCE],
    );
    for (const { organization_id: organizationId, id: sourceId } of due) {
      await startRun(tx, queue, { organizationId, sourceId, startedBy: 'schedule' });
    }
  });
}
