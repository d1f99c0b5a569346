import { GONE_SHARE_MAX } from '@carrel/shared/contract/sources';

import type { Database, Queryable } from '../../../platform/database/database.ts';
import { objectsOf } from '../objects/object-repository.ts';
import { adoptRenamed } from './move-objects.ts';
import { countRun, runStep, type ClaimedRun } from './claimed-run.ts';
import { runBatch } from './run-batch.ts';

const TAKEN =
  'Another document is at this path. Move or delete it, or put the source into another folder.';

/**
 * Plans what a complete list leads to, in batches that may be repeated: what is gone, added, changed and moved, and
 * what cannot be written. Then the run reads, or waits for a person.
 */
export async function planRun(
  database: Database,
  run: ClaimedRun,
  tokensAreContents: boolean,
): Promise<void> {
  const { number, sorted } = run;
  if (!run.isDelta && sorted?.lacks !== false) {
    const isSorted = sorted !== undefined;
    for (let after: string | undefined = ''; after !== undefined;) {
      const start: string = after;
      after = await runBatch(database, run, 'unseen', async (tx, size) => {
        const { rows, last } = await objectsOf(tx, run).markUnseen(
          { number, isSorted },
          start,
          size,
        );
        return { result: last, rows };
      });
    }
  }
  const forget = () =>
    runBatch(database, run, 'forgotten', async (tx, size) => {
      const rows = await objectsOf(tx, run).deleteUnmerged(size);
      return { result: rows, rows };
    });
  while ((await forget()) > 0);
  if (tokensAreContents) {
    while ((await adoptRenamed(database, run)) > 0);
  }
  for (let after: string | undefined = ''; after !== undefined;) {
    const start: string = after;
    after = await runBatch(database, run, 'plan', (tx, size) => planSome(tx, run, start, size));
  }
  await runStep(database, run, (tx) => decide(tx, run));
}

/** Plans the next pending objects after a key; returns the key of the last one. */
async function planSome(
  tx: Queryable,
  run: ClaimedRun,
  after: string,
  size: number,
): Promise<{ result: string | undefined; rows: number }> {
  const [planned] = await tx.query<{ rows: number; last: string | null }>(
    `WITH batch AS MATERIALIZED (
       SELECT key, path, token, merged_token FROM source_objects
       WHERE organization_id = $1 AND source_id = $2 AND state = 'pending' AND key > $4 ORDER BY key LIMIT $5
     ), own AS MATERIALIZED (
       SELECT d.source_key, min(d.path) AS path FROM documents d
       WHERE d.organization_id = $1 AND d.source_id = $2 AND d.source_key = ANY (ARRAY(SELECT key FROM batch))
       GROUP BY d.source_key
     ), other AS MATERIALIZED (
       SELECT d.path FROM documents d
       WHERE d.organization_id = $1 AND d.dataset_id = $3 AND d.path = ANY (ARRAY(SELECT path FROM batch))
         AND d.source_id IS DISTINCT FROM $2
         AND (d.source_id IS NULL OR EXISTS (SELECT FROM sources s WHERE s.organization_id = $1 AND s.id = d.source_id))
     ), plan AS (
       SELECT b.key, own.path IS NULL AND other.path IS NOT NULL AS is_taken,
         CASE WHEN own.path IS NULL THEN 'added' WHEN b.merged_token IS DISTINCT FROM b.token THEN 'changed'
           ELSE 'moved' END AS outcome
       FROM batch b LEFT JOIN own ON own.source_key = b.key LEFT JOIN other ON other.path = b.path
     ), planned AS (
       UPDATE source_objects o SET outcome = p.outcome,
         state = CASE WHEN p.is_taken THEN 'failed' ELSE 'pending' END, reason = CASE WHEN p.is_taken THEN $6 END
       FROM plan p
       WHERE o.organization_id = $1 AND o.source_id = $2 AND o.key = p.key
         AND (p.is_taken OR o.outcome IS DISTINCT FROM p.outcome OR o.reason IS NOT NULL)
     )
     SELECT count(*) AS rows, max(key) AS last FROM batch`,
    [run.organizationId, run.sourceId, run.datasetId, after, size, TAKEN],
  );
  return { result: planned?.last ?? undefined, rows: planned?.rows ?? 0 };
}

type Counted = Record<'added' | 'changed' | 'moved' | 'gone' | 'failed' | 'before', number>;

/** Counts the plan, and lets the run read, or wait for a person. What is unchanged is not looked at. */
async function decide(tx: Queryable, run: ClaimedRun): Promise<void> {
  const [counted] = await tx.query<Counted>(
    `SELECT count(*) FILTER (WHERE state = 'pending' AND outcome = 'added') AS added,
       count(*) FILTER (WHERE state = 'pending' AND outcome = 'changed') AS changed,
       count(*) FILTER (WHERE state = 'pending' AND outcome = 'moved') AS moved,
       count(*) FILTER (WHERE state = 'gone') AS gone, count(*) FILTER (WHERE state = 'failed') AS failed,
       (SELECT objects FROM sources WHERE organization_id = $1 AND id = $2) AS before
     FROM source_objects WHERE organization_id = $1 AND source_id = $2 AND state <> 'current'`,
    [run.organizationId, run.sourceId],
  );
  if (counted === undefined) return;
  const { added, changed, moved, gone, failed, before } = counted;
  const removed = run.source.gone === 'delete' ? gone : 0;
  const isMany = removed > before * GONE_SHARE_MAX;
  const waitingFor = !run.source.isApproved ? 'first' : isMany ? 'many_gone' : null;
  const objects = run.isDelta ? Math.max(0, before + added - gone) : run.listed;
  const unchanged = Math.max(0, objects - added - changed - moved - failed);
  await countRun(tx, run, { added, changed, moved, removed, failed });
  await tx.query('UPDATE sources SET objects = $3 WHERE organization_id = $1 AND id = $2', [
    run.organizationId,
    run.sourceId,
    waitingFor === 'many_gone' ? before : objects,
  ]);
  await tx.query(
    `UPDATE source_runs SET state = $3, waiting_for = $4, unchanged = $5 WHERE organization_id = $1 AND id = $2`,
    [
      run.organizationId,
      run.runId,
      waitingFor === null ? 'reading' : 'waiting',
      waitingFor,
      unchanged,
    ],
  );
  run.state = waitingFor === null ? 'reading' : 'waiting';
}
