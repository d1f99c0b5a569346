import type { Queryable } from '../../platform/database/database.ts';

/**
 * Returns the text of a document as it was kept with its chunks, for `unpackText`; undefined where it was not. `tx` is a
 * tenant's transaction.
 */
export async function keptTextOf(
  tx: Queryable,
  organizationId: string,
  documentId: string,
): Promise<Uint8Array | undefined> {
  const [row] = await tx.query<{ packed: string }>(
    `SELECT encode(document_text, 'base64') AS packed FROM chunks
     WHERE organization_id = $1 AND document_id = $2 AND number = 0 AND document_text IS NOT NULL`,
    [organizationId, documentId],
  );
  return row && Buffer.from(row.packed, 'base64');
}
