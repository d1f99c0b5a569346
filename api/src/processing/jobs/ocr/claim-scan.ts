import type { Database } from '../../../platform/database/database.ts';
import type { Run } from '../../../jobs/job.ts';
import { BYTES_KEY } from '../../rows/bytes-key.ts';
import {
  CLAIMED_COLUMNS,
  claimedOf,
  type ClaimedDocument,
  type ClaimedRow,
} from '../../rows/claimed-document.ts';
import { requestNextRun } from '../../rows/request-job.ts';
import { updateUncounted } from '../../rows/document-writes/write-documents.ts';

const IS_PAUSED = `EXISTS (SELECT FROM archives a
  WHERE a.organization_id = $1 AND a.id = d.archive_id AND a.paused_at IS NOT NULL)`;

const CLAIMABLE = `FROM documents d
  WHERE d.organization_id = $1 AND d.ocr_left > 0 AND d.attempt IS NULL
    AND (d.status = 'ingested' AND NOT ${IS_PAUSED} OR d.reprocessing)
    AND EXISTS (SELECT FROM datasets s WHERE s.organization_id = $1 AND s.id = d.dataset_id)`;

/**
 * Claims the document of an organization that has the fewest pages left, under a new token, and requests the next
 * run. Those of paused archives wait. A run that is repeated frees what it had.
 */
export async function claimScan(
  database: Database,
  run: Run,
): Promise<ClaimedDocument | undefined> {
  const { organizationId, id } = run;
  const [row] = await database.tenant(organizationId, async (tx) => {
    if (run.isRetry) {
      await tx.query(
        `${updateUncounted('attempt = NULL')}
         WHERE d.organization_id = $1 AND d.turn = $2 AND d.ocr_left > 0 AND d.attempt IS NOT NULL`,
        [organizationId, id],
      );
    }
    const rows = await tx.query<ClaimedRow & { stored_key: string | null }>(
      `WITH held AS MATERIALIZED (
         SELECT d.id ${CLAIMABLE}
         ORDER BY d.ocr_left, d.id LIMIT 1 FOR UPDATE SKIP LOCKED
       )
       ${updateUncounted('attempt = gen_random_uuid(), turn = $2')}
       FROM held, datasets s
       WHERE d.organization_id = $1 AND d.id = held.id
         AND s.organization_id = d.organization_id AND s.id = d.dataset_id
       RETURNING ${CLAIMED_COLUMNS}, ${BYTES_KEY} AS stored_key`,
      [organizationId, id],
    );
    await requestNextRun(tx, run, rows.length > 0, {
      sql: `SELECT ${CLAIMABLE} LIMIT 1`,
      parameters: [organizationId],
    });
    return rows;
  });
  return row && { ...claimedOf(organizationId, row), bytesKey: row.stored_key ?? undefined };
}

/** Lets the next run go on with a document. */
export async function releaseScan(
  database: Database,
  { organizationId, id, attempt }: ClaimedDocument,
): Promise<void> {
  await database.queryOnce(
    `${updateUncounted('attempt = NULL')}
     WHERE organization_id = $1 AND id = $2 AND attempt = $3 AND ocr_left > 0`,
    [organizationId, id, attempt],
    organizationId,
  );
}
