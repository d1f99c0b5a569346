import type { Database, Queryable } from '../../../platform/database/database.ts';
import { READER_VERSION } from '../../../extraction/partition/reader-version.ts';
import type { ClaimedDocument } from '../../rows/claimed-document.ts';
import type { ReadDocument } from '../../../extraction/tasks/tasks.ts';
import { ocrPagesOf, rowsOf } from '../../rows/ocr-pages.ts';
import { updateUncounted } from '../../rows/document-writes/write-documents.ts';

interface TakingOver {
  database: Database;
  /** Requests a run for the organization, once `tx` is committed. */
  request: (organizationId: string, tx: Queryable) => Promise<void>;
}

/**
 * Takes a document over from the stage of reading, with the text that its file has. Its status stays. Nothing is
 * written where another worker has it by now.
 */
export async function takeOver(
  { database, request }: TakingOver,
  document: ClaimedDocument,
  { blocks, metadata, omitted, scans = [] }: ReadDocument,
): Promise<void> {
  const { organizationId, id, attempt, status } = document;
  const rows = rowsOf(blocks, scans);
  const waiting = rows.filter(({ state }) => state === 'waiting').length;
  await database.tenant(organizationId, async (tx) => {
    const [taken] = await tx.query(
      `${updateUncounted(`ocr_left = $5, attempt = NULL, turn = NULL,
         read_metadata = nullif($6::jsonb, '{}'), omitted = nullif($7::jsonb, '[]'), reader = $8`)}
       WHERE d.organization_id = $1 AND d.id = $2 AND d.attempt = $3 AND d.status = $4
         AND (d.status = 'ingested' OR d.reprocessing)
       RETURNING d.id`,
      [
        organizationId,
        id,
        attempt,
        status,
        waiting + 1,
        JSON.stringify(metadata),
        JSON.stringify(omitted),
        READER_VERSION,
      ],
    );
    if (taken === undefined) return;
    await ocrPagesOf(tx, document).replace(rows);
    await request(organizationId, tx);
  });
}
