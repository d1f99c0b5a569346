import type { TextSignature } from '../../../extraction/signatures/sign-text.ts';
import type { EntryLocation } from '../../../extraction/zip/read-entry.ts';
import type { Database } from '../../../platform/database/database.ts';
import { withContentWriter, writeContents } from '../../../platform/database/write-contents.ts';
import { BYTES_KEY } from '../../rows/bytes-key.ts';
import { signatureRows } from '../../rows/transitions/signature-rows.ts';

/** A document that was processed before there were signatures. */
export interface UnsignedDocument {
  organizationId: string;
  id: string;
  name: string;
  status: string;
  chunkAttempt: string | null;
  /** The stored file that has its bytes, and their place in it; undefined where they were purged. */
  bytes: { key: string; location: EntryLocation } | undefined;
}

interface Row extends Pick<UnsignedDocument, 'id' | 'name' | 'status' | 'chunkAttempt'> {
  isUnsigned: boolean;
  key: string | null;
  size: number;
  data_offset: number | null;
  compressed_size: number;
  method: number;
  crc32: number;
}

/** Documents that are in progress get their signatures with their texts. */
const IS_UNSIGNED = `(d.chunk_attempt IS NOT NULL OR d.status IN ('partitioning_error', 'chunking_error'))
  AND NOT EXISTS (SELECT FROM document_signatures s WHERE s.organization_id = $1 AND s.document_id = d.id)`;

/** Returns the next documents of an organization, and the last that was looked at; undefined at the end. */
export async function nextUnsigned(
  database: Database,
  organizationId: string,
  count: number,
): Promise<{ last: string; documents: UnsignedDocument[] } | undefined> {
  const rows = await database.queryOnce<Row>(
    `SELECT d.id, d.name, d.status, d.chunk_attempt AS "chunkAttempt", d.size, d.data_offset, d.compressed_size,
       d.method, d.crc32, ${BYTES_KEY} AS key, ${IS_UNSIGNED} AS "isUnsigned"
     FROM (
       SELECT d.* FROM documents d JOIN signature_backlog b USING (organization_id)
       WHERE d.organization_id = $1 AND d.id > b.after ORDER BY d.id LIMIT $2
     ) d ORDER BY d.id`,
    [organizationId, count],
    organizationId,
  );
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const documents = rows
    .filter(({ isUnsigned }) => isUnsigned)
    .map(({ id, name, status, chunkAttempt, key, data_offset: dataOffset, ...row }) => {
      const { size, method, crc32, compressed_size: compressedSize } = row;
      const bytes =
        key === null || dataOffset === null
          ? undefined
          : { key, location: { size, method, crc32, compressedSize, dataOffset } };
      return { organizationId, id, name, status, chunkAttempt, bytes };
    });
  return { last: last.id, documents };
}

/** Remembers that documents up to this one were looked at. */
export const rememberSigned = (database: Database, organizationId: string, last: string) =>
  database.queryOnce(
    'UPDATE signature_backlog SET after = greatest(after, $2::uuid) WHERE organization_id = $1',
    [organizationId, last],
    organizationId,
  );

/** Remembers that all documents of an organization were looked at. */
export const rememberAllSigned = (database: Database, organizationId: string) =>
  database.queryOnce(
    'DELETE FROM signature_backlog WHERE organization_id = $1',
    [organizationId],
    organizationId,
  );

/** Writes nothing where the document was processed meanwhile. */
export const writeSignature = (
  database: Database,
  { organizationId, id, status, chunkAttempt }: UnsignedDocument,
  signature: TextSignature | undefined,
) =>
  withContentWriter(database, organizationId, (writer) =>
    writeContents(writer, {
      subqueries: `ours AS (
        SELECT d.id, d.dataset_id FROM documents d
        WHERE d.organization_id = $1 AND d.id = $2 AND d.status = $3 AND d.chunk_attempt IS NOT DISTINCT FROM $4::uuid
          AND NOT EXISTS (SELECT FROM document_signatures s WHERE s.organization_id = $1 AND s.document_id = $2)
      )`,
      select: 'SELECT id, dataset_id, NULL::bigint AS version FROM ours',
      parameters: [organizationId, id, status, chunkAttempt],
      contents: [signatureRows([{ documentId: id, signature }])],
    }),
  );
