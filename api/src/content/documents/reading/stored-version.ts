import type { DocumentVersion, OriginalState, SearchLanguage } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import type { Block } from '../../../extraction/blocks/block.ts';
import { encodingOfDataset } from '../../../extraction/kinds/encodings/dataset-encoding.ts';
import { BYTES_KEY } from '../../../processing/rows/bytes-key.ts';
import { bytesOf, type BytesRow, type StoredOriginal } from '../stored-original.ts';
import { storedTextOf, type StoredText } from './stored-text.ts';

/** The stored file that has the bytes of a version `v`, or NULL. Only in a tenant's transaction. */
const VERSION_KEY = `coalesce(
    (SELECT f.key FROM original_files f WHERE f.organization_id = v.organization_id AND f.key = v.file),
    (SELECT a.id FROM archives a
     WHERE a.organization_id = v.organization_id AND a.id = v.file AND a.purged_at IS NULL))`;

const originalOf = (
  row: string,
  key: string,
) => `CASE WHEN ${row}.data_offset IS NULL THEN 'unreadable'
  WHEN ${row}.size = 0 OR ${key} IS NOT NULL THEN 'stored' ELSE 'gone' END AS original`;

/** The newest entry of a document's history that says what brought its bytes. */
const RECEIVED = `LEFT JOIN LATERAL (
    SELECT entry FROM jsonb_array_elements(d.history) WITH ORDINALITY AS h (entry, at)
    WHERE entry ->> 'stage' = 'received' ORDER BY at DESC LIMIT 1
  ) r ON true`;

interface TextRow extends BytesRow {
  name: string;
  language: SearchLanguage | null;
  legacy_encoding: string | null;
  packed: string | null;
  blocks: Block[] | null;
}

type ListedVersion = Omit<DocumentVersion, 'received_at' | 'replaced_at' | 'expires_at'> & {
  original: OriginalState;
  received_at: Date;
  replaced_at: Date | null;
  expires_at: Date | null;
};

/** Finds versions of documents. `tx` is a tenant's transaction. */
export function storedVersionOf(tx: Queryable, organizationId: string, datasetId: string) {
  const current = async (documentId: string) => {
    const [row] = await tx.query<{ version: number }>(
      'SELECT version FROM documents WHERE organization_id = $1 AND dataset_id = $2 AND id = $3',
      [organizationId, datasetId, documentId],
    );
    return row?.version;
  };
  const find = async (documentId: string, number: number) => {
    const [row] = await tx.query<TextRow>(
      `SELECT v.name, s.language, s.legacy_encoding, encode(v.sha256, 'hex') AS sha256, v.data_offset,
         v.compressed_size, v.size, v.method, v.crc32, ${VERSION_KEY} AS key,
         encode(t.packed, 'base64') AS packed, t.blocks
       FROM document_versions v
       JOIN documents d ON d.organization_id = $1 AND d.id = v.document_id
       JOIN datasets s ON s.organization_id = $1 AND s.id = d.dataset_id
       LEFT JOIN document_version_texts t
         ON t.organization_id = $1 AND t.document_id = v.document_id AND t.number = v.number
       WHERE v.organization_id = $1 AND d.dataset_id = $2 AND v.document_id = $3 AND v.number = $4`,
      [organizationId, datasetId, documentId, number],
    );
    return row;
  };
  return {
    /** The newest first; undefined where the dataset has no such document. */
    list: async (documentId: string): Promise<ListedVersion[] | undefined> => {
      const versions = await tx.query<ListedVersion>(
        `SELECT d.version AS number, d.name, d.size, encode(d.sha256, 'hex') AS sha256,
           d.chunk_attempt AS chunk_version,
           coalesce((r.entry ->> 'at')::timestamptz, d.created_at) AS received_at,
           r.entry ->> 'archive' AS received_from, NULL::timestamptz AS replaced_at, NULL AS replaced_by,
           NULL::timestamptz AS expires_at, ${originalOf('d', BYTES_KEY)}, d.chunk_attempt IS NOT NULL AS has_text
         FROM documents d ${RECEIVED}
         WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.id = $3
         UNION ALL
         SELECT v.number, v.name, v.size, encode(v.sha256, 'hex'), v.chunk_attempt, v.received_at, v.received_from, v.replaced_at,
           v.replaced_by, v.expires_at, ${originalOf('v', VERSION_KEY)}, t.number IS NOT NULL
         FROM document_versions v
         JOIN documents d ON d.organization_id = $1 AND d.id = v.document_id
         LEFT JOIN document_version_texts t
           ON t.organization_id = $1 AND t.document_id = v.document_id AND t.number = v.number
         WHERE v.organization_id = $1 AND d.dataset_id = $2 AND v.document_id = $3
         ORDER BY number DESC`,
        [organizationId, datasetId, documentId],
      );
      return versions[0] === undefined ? undefined : versions;
    },

    /** Undefined where there is no such version; null where nothing is left of its text; or the `current` one. */
    text: async (
      documentId: string,
      number: number,
    ): Promise<StoredText | 'current' | null | undefined> => {
      const row = await find(documentId, number);
      if (row === undefined) return (await current(documentId)) === number ? 'current' : undefined;
      if (row.packed !== null) return { kind: 'packed', packed: Buffer.from(row.packed, 'base64') };
      if (row.blocks !== null) return { kind: 'blocks', blocks: row.blocks };
      const bytes = bytesOf(row);
      if (bytes === undefined || row.size === 0) return null;
      const encoding = encodingOfDataset(row.language, row.legacy_encoding);
      const { name, sha256 } = row;
      const version = `${sha256} ${name} ${JSON.stringify(encoding ?? {})}`;
      return { kind: 'bytes', version, name, encoding, read: undefined, ...bytes };
    },

    /** In hexadecimal; null where the bytes could never be read. */
    currentSha256: async (documentId: string): Promise<string | null> => {
      const [row] = await tx.query<{ sha256: string | null }>(
        `SELECT encode(sha256, 'hex') AS sha256 FROM documents
         WHERE organization_id = $1 AND dataset_id = $2 AND id = $3`,
        [organizationId, datasetId, documentId],
      );
      return row?.sha256 ?? null;
    },

    /** Undefined where there is no such version. */
    original: async (
      documentId: string,
      number: number,
    ): Promise<(StoredOriginal & { isCurrent: boolean }) | undefined> => {
      const row = await find(documentId, number);
      if (row !== undefined) {
        return { name: row.name, sha256: row.sha256, bytes: bytesOf(row), isCurrent: false };
      }
      if ((await current(documentId)) !== number) return undefined;
      const stored = await storedTextOf(tx, organizationId, datasetId).original(documentId);
      return stored && { ...stored, isCurrent: true };
    },
  };
}
