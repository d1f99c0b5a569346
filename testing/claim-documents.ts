import { randomUUID } from 'node:crypto';

import type { Database } from '@carrel/api/src/platform/database/database.ts';
import type { Run } from '@carrel/api/src/jobs/job.ts';
import { lockDocuments } from '@carrel/api/src/processing/rows/lock-documents.ts';
import {
  CLAIMED_COLUMNS,
  claimedOf,
  type ClaimedDocument,
  type ClaimedRow,
} from '@carrel/api/src/processing/rows/claimed-document.ts';
import { isInProgress } from '@carrel/api/src/processing/rows/is-in-progress.ts';

/** Returns a run that no job stands for. The next one is not requested. */
export const runOf = (organizationId: string, isRetry = false): Run => ({
  organizationId,
  id: randomUUID(),
  isRetry,
  again: () => Promise.resolve(),
  wake: () => undefined,
  isOver: () => false,
});

/** Claims those of the documents that are in progress under new tokens, also those that another worker has. */
export function claimDocuments(
  database: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<ClaimedDocument[]> {
  return database.tenant(organizationId, async (tx) => {
    await lockDocuments(tx, organizationId, ids);
    const rows = await tx.query<ClaimedRow>(
      `UPDATE documents d SET attempt = gen_random_uuid(), attempts = d.attempts + 1 FROM datasets s
       WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[]) AND ${isInProgress('d')}
         AND s.organization_id = d.organization_id AND s.id = d.dataset_id
       RETURNING ${CLAIMED_COLUMNS}`,
      [organizationId, ids],
    );
    return rows.map((row) => claimedOf(organizationId, row));
  });
}
