import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import { moveTo } from '../../../processing/jobs/move/move-next.ts';
import { updateUncounted } from '../../../processing/rows/document-writes/write-documents.ts';
import { lockDataset } from '../../../processing/rows/lock-documents.ts';
import type { ClaimedRun } from './claimed-run.ts';
import { failWithin } from './fail-objects.ts';
import { runBatch } from './run-batch.ts';

const TAKEN = 'It was renamed at the source, and another document is at its new path.';

interface MovedRow {
  key: string;
  id: string;
  path: string;
  was: string | null;
  document_path: string;
  is_read: boolean;
  follows: boolean;
}

/**
 * Moves documents of objects that were renamed at the source, in batches. One that a person has moved stays there, unless
 * the dataset follows its archives. Returns false where none is left.
 */
export async function moveNext(
  { database, queue }: { database: Database; queue: Queue },
  run: ClaimedRun,
): Promise<boolean> {
  return runBatch(database, run, 'move', async (tx, size) => {
    const rows = await renamed(tx, run, size);
    if (rows.length === 0) return { result: false, rows: 0 };
    await lockDataset(tx, run.organizationId, run.datasetId);
    const wanted = rows.filter(
      ({ path, was, document_path: at, follows }) => at !== path && (follows || at === was),
    );
    const done = await moveTo(
      tx,
      queue,
      run,
      wanted.map(({ key, id, document_path: from, path: to }) => ({ key, id, from, to })),
    );
    await tx.query(
      `${updateUncounted('origin_path = NULL')} WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[])`,
      [run.organizationId, wanted.flatMap(({ key, id }) => (done.has(key) ? [id] : []))],
    );
    const failed = wanted.filter(({ key, is_read: isRead }) => isRead && !done.has(key));
    await failWithin(
      tx,
      run,
      failed.map(({ key }) => ({ key, reason: TAKEN })),
    );
    await tx.query(
      `UPDATE source_objects SET merged_path = path, sent_path = '', state = CASE WHEN merged_token = token THEN 'current' ELSE state END
       WHERE organization_id = $1 AND source_id = $2 AND key = ANY ($3::text[]) AND state = 'pending'`,
      [run.organizationId, run.sourceId, rows.map(({ key }) => key)],
    );
    return { result: true, rows: rows.length };
  });
}

/** Objects whose documents are not where they are to be. One that was looked at has an empty path until it is sent. */
function renamed(tx: Queryable, run: ClaimedRun, size: number): Promise<MovedRow[]> {
  return tx.query<MovedRow>(
    `SELECT o.key, d.id, o.path, o.merged_path AS was, d.path AS document_path, o.merged_token = o.token AS is_read,
       coalesce(s.moved_documents = 'follow', false) AS follows
     FROM source_objects o
     JOIN documents d ON d.organization_id = $1 AND d.source_id = $2 AND d.source_key = o.key
     JOIN datasets s ON s.organization_id = $1 AND s.id = d.dataset_id
     WHERE o.organization_id = $1 AND o.source_id = $2 AND o.state = 'pending' AND o.outcome IN ('changed', 'moved')
       AND o.sent_path IS NULL
       AND (o.merged_path IS DISTINCT FROM o.path OR (s.moved_documents = 'follow' AND d.path <> o.path))
     ORDER BY o.key LIMIT $3`,
    [run.organizationId, run.sourceId, size],
  );
}

/**
 * Finds objects that are gone among new ones with the same contents, and takes them for renamed: their documents go on.
 * Returns how many.
 */
export async function adoptRenamed(database: Database, run: ClaimedRun): Promise<number> {
  return runBatch(database, run, 'renamed', async (tx, size) => {
    const ids = [run.organizationId, run.sourceId];
    const pairs = await tx.query<{ was: string; now: string }>(
      `WITH gone AS (
         SELECT key, token, row_number() OVER (PARTITION BY token ORDER BY key) AS place FROM source_objects
         WHERE organization_id = $1 AND source_id = $2 AND state = 'gone' AND archive_id IS NULL AND merged_token = token
       ), fresh AS (
         SELECT key, token, row_number() OVER (PARTITION BY token ORDER BY key) AS place FROM source_objects o
         WHERE organization_id = $1 AND source_id = $2 AND state = 'pending' AND merged_token IS NULL
           AND token IN (SELECT token FROM gone) AND NOT EXISTS (
             SELECT FROM documents d WHERE d.organization_id = $1 AND d.source_id = $2 AND d.source_key = o.key)
       )
       SELECT g.key AS was, f.key AS now FROM gone g JOIN fresh f USING (token, place) LIMIT $3`,
      [...ids, size],
    );
    if (pairs.length === 0) return { result: 0, rows: 0 };
    const keys = [pairs.map(({ was }) => was), pairs.map(({ now }) => now)];
    await tx.query(
      `${updateUncounted('source_key = k.now')} FROM unnest($3::text[], $4::text[]) AS k (was, now)
       WHERE d.organization_id = $1 AND d.source_id = $2 AND d.source_key = k.was`,
      [...ids, ...keys],
    );
    await tx.query(
      `UPDATE source_objects n SET merged_token = n.token, merged_path = o.merged_path
       FROM unnest($3::text[], $4::text[]) AS k (was, now)
       JOIN source_objects o ON o.organization_id = $1 AND o.source_id = $2 AND o.key = k.was
       WHERE n.organization_id = $1 AND n.source_id = $2 AND n.key = k.now`,
      [...ids, ...keys],
    );
    await tx.query(
      'DELETE FROM source_objects WHERE organization_id = $1 AND source_id = $2 AND key = ANY ($3::text[])',
      [...ids, keys[0]],
    );
    return { result: pairs.length, rows: pairs.length };
  });
}
