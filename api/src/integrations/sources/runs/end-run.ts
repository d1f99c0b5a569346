import { FAILED_RUNS_TOLD } from '@carrel/shared/contract/sources';

import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import { enqueueMail } from '../../../platform/mail/outbox.ts';
import { recordSourceEvents } from '../../../platform/webhook-events/record-source-events.ts';
import { recipientsOf, sourceFailedMail } from '../source-failed-mail.ts';
import type { SourceError } from '../source-error.ts';
import { runStep, type ClaimedRun } from './claimed-run.ts';

const MESSAGE_MAX = 500;

/** Ends a run that is done: the next one lists what changed since its list. */
export async function completeRun(database: Database, run: ClaimedRun): Promise<void> {
  await runStep(database, run, async (tx) => {
    await endRow(tx, run, 'completed', null);
    await tx.query(
      `UPDATE sources s SET failed_runs = 0, approved = true, change_token = r.change_token,
         next_run_at = ${NEXT_RUN_AT}
       FROM source_runs r
       WHERE s.organization_id = $1 AND s.id = $2 AND r.organization_id = $1 AND r.id = $3`,
      [run.organizationId, run.sourceId, run.runId],
    );
    await recordSourceEvents(tx, run, 'source.completed');
  });
}

/** The first time, and after a change of the schedule, runs follow each other in their interval. */
export const NEXT_RUN_AT = `CASE WHEN s.every_minutes IS NOT NULL AND NOT s.paused
  THEN now() + make_interval(mins => s.every_minutes) END`;

/** Ends a run with the reason. What it has sent stays; the next run begins with a list. */
export async function failRun(
  { database, queue }: { database: Database; queue: Queue },
  run: ClaimedRun,
  error: SourceError,
): Promise<void> {
  await runStep(database, run, async (tx) => {
    await endRow(tx, run, 'failed', error);
    const [source] = await tx.query<{ failed_runs: number }>(
      `UPDATE sources s SET failed_runs = s.failed_runs + 1, next_run_at = ${NEXT_RUN_AT}
       WHERE s.organization_id = $1 AND s.id = $2 RETURNING s.failed_runs`,
      [run.organizationId, run.sourceId],
    );
    await recordSourceEvents(tx, run, 'source.failed');
    if (source?.failed_runs !== FAILED_RUNS_TOLD) return;
    for (const address of await recipientsOf(tx, run)) {
      await enqueueMail(tx, queue, sourceFailedMail, { address, reference: run.sourceId });
    }
  });
}

async function endRow(
  tx: Queryable,
  { organizationId, runId }: ClaimedRun,
  state: 'completed' | 'failed',
  error: SourceError | null,
): Promise<void> {
  await tx.query(
    `UPDATE source_runs SET state = $3, waiting_for = NULL, ended_at = now(), cursor = NULL, attempt = NULL,
       error_code = $4, error = $5
     WHERE organization_id = $1 AND id = $2`,
    [
      organizationId,
      runId,
      state,
      error?.code ?? null,
      error?.message.slice(0, MESSAGE_MAX) ?? null,
    ],
  );
}
