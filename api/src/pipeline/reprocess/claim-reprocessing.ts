import { SEARCHABLE_STATUSES } from '@carrel/shared/contract';

import type { Database } from '../../database/database.ts';
import { heldDocuments } from '../lock-documents.ts';
import { BYTES_KEY } from '../originals/bytes-key.ts';
import { CLAIMED_COLUMNS, claimedOf, type ClaimedRow } from '../process/claimed-document.ts';

/** Claims those of the documents that are to be processed again, under new tokens. */
export async function claimReprocessing(
  database: Database,
  organizationId: string,
  ids: readonly string[],
) {
  const rows = await database.queryOnce<ClaimedRow & { stored_key: string | null }>(
    `WITH ${heldDocuments('$2')}
     UPDATE documents d SET attempt = gen_random_uuid(), attempts = d.attempts + 1
     FROM held, datasets s
     WHERE d.organization_id = $1 AND d.id = held.id AND d.reprocessing AND d.status = ANY ($3::text[])
       AND s.organization_id = d.organization_id AND s.id = d.dataset_id
     RETURNING ${CLAIMED_COLUMNS}, ${BYTES_KEY} AS stored_key`,
    [organizationId, ids, SEARCHABLE_STATUSES],
    organizationId,
  );
  // Without its bytes, a document is split again from its stored blocks.
  return rows.map((row) =>
    Object.assign(claimedOf(organizationId, row), { bytesKey: row.stored_key ?? undefined }),
  );
}
