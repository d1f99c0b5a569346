import { SEARCHABLE_STATUSES } from '@carrel/shared/contract';

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

const CLAIMABLE = `FROM documents d
  WHERE d.organization_id = $1 AND d.reprocessing AND d.ocr_left = 0 AND d.status = ANY ($2::text[])
    AND EXISTS (SELECT FROM datasets s WHERE s.organization_id = $1 AND s.id = d.dataset_id)`;

/**
 * Claims the next document of an organization that is to be processed again, under a new token. It asks for
 * the next run, which goes on where this one ends.
 */
export async function claimReprocessing(
  database: Database,
  run: Run,
): Promise<ClaimedDocument | undefined> {
  const { organizationId, id } = run;
  const [row] = await database.tenant(organizationId, async (tx) => {
    const rows = await tx.query<ClaimedRow & { stored_key: string | null }>(
      `WITH held AS MATERIALIZED (
         SELECT d.id ${CLAIMABLE} AND (d.turn IS NULL OR d.turn = $3)
         LIMIT 1 FOR UPDATE SKIP LOCKED
       )
       ${updateUncounted('attempt = gen_random_uuid(), attempts = d.attempts + 1, turn = $3')}
       FROM held, datasets s
       WHERE d.organization_id = $1 AND d.id = held.id
         AND s.organization_id = d.organization_id AND s.id = d.dataset_id
       RETURNING ${CLAIMED_COLUMNS}, ${BYTES_KEY} AS stored_key`,
      [organizationId, SEARCHABLE_STATUSES, id],
    );
    await requestNextRun(tx, run, rows.length > 0, {
      sql: `SELECT ${CLAIMABLE} AND d.turn IS NULL LIMIT 1`,
      parameters: [organizationId, SEARCHABLE_STATUSES],
    });
    return rows;
  });
  // Without its bytes, a document is split again from its stored blocks.
  return row && { ...claimedOf(organizationId, row), bytesKey: row.stored_key ?? undefined };
}

/** Lets another run take a document that this one could not finish. */
export async function releaseReprocessing(
  database: Database,
  { organizationId, id, attempt }: ClaimedDocument,
): Promise<void> {
  await database.queryOnce(
    `${updateUncounted('attempt = NULL, attempts = d.attempts - 1, turn = NULL')}
     WHERE d.organization_id = $1 AND d.id = $2 AND d.attempt = $3`,
    [organizationId, id, attempt],
    organizationId,
  );
}
