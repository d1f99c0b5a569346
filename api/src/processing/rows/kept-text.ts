import type { Queryable } from '../../platform/database/database.ts';

interface TextOfAttempt {
  organizationId: string;
  documentId: string;
  /** The attempt that made the document's chunks. The text of another is out of date. */
  attempt: string;
}

/** Returns the text of a document as it was kept, for `unpackText`; undefined where it was not. `tx` is a tenant's. */
export async function keptTextOf(
  tx: Queryable,
  { organizationId, documentId, attempt }: TextOfAttempt,
): Promise<Uint8Array | undefined> {
  const [row] = await tx.query<{ packed: string }>(
    `SELECT encode(packed, 'base64') AS packed FROM document_texts
     WHERE organization_id = $1 AND document_id = $2 AND attempt = $3`,
    [organizationId, documentId, attempt],
  );
  return row && Buffer.from(row.packed, 'base64');
}
