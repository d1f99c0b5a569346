import type { DocumentStatus } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import type { Block } from '../../../extraction/blocks/block.ts';
import { GAVE_UP } from '../../../extraction/blocks/unreadable-document.ts';
import type { EntryLocation } from '../../../extraction/zip/read-entry.ts';
import { BYTES_COLUMNS, bytesOf, type BytesRow, type StoredOriginal } from '../stored-original.ts';

/** What is left of a document's text: blocks, bytes that are read again, or why these have no text. */
export type StoredText =
  | { kind: 'blocks'; blocks: Block[] }
  | { kind: 'failed'; reason: string }
  | { kind: 'bytes'; version: string; key: string; location: EntryLocation; name: string };

interface Row extends BytesRow {
  name: string;
  status: DocumentStatus;
  error: string | null;
}

/** Finds the text and the bytes of documents. `tx` is a tenant's transaction. */
export function storedTextOf(tx: Queryable, organizationId: string, datasetId: string) {
  const find = async (documentId: string) => {
    const [row] = await tx.query<Row>(
      `SELECT d.name, d.status, d.error, ${BYTES_COLUMNS} FROM documents d
       WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.id = $3`,
      [organizationId, datasetId, documentId],
    );
    return row;
  };
  return {
    /** Undefined where the dataset has no such document; null where nothing is left of its text but chunks. */
    text: async (documentId: string): Promise<StoredText | null | undefined> => {
      const row = await find(documentId);
      if (row === undefined) return undefined;
      const [stored] = await tx.query<{ blocks: Block[] }>(
        'SELECT blocks FROM document_blocks WHERE organization_id = $1 AND document_id = $2',
        [organizationId, documentId],
      );
      if (stored !== undefined) return { kind: 'blocks', blocks: stored.blocks };
      const bytes = bytesOf(row);
      if (bytes === undefined || row.size === 0) return null;
      const { status, error } = row;
      // Reading it again would fail again, unless the cause was outside of it.
      if (status === 'partitioning_error' && error !== null && !error.startsWith(GAVE_UP)) {
        return { kind: 'failed', reason: error };
      }
      const version = `${row.sha256} ${row.name}`;
      return { kind: 'bytes', version, name: row.name, ...bytes };
    },

    original: async (documentId: string): Promise<StoredOriginal | undefined> => {
      const row = await find(documentId);
      return row && { name: row.name, sha256: row.sha256, bytes: bytesOf(row) };
    },

    /** The chunks of a document, for its text. */
    chunks: (documentId: string) =>
      tx.query<{
        text: string;
        start: number | null;
        end: number | null;
        page_first: number | null;
      }>(
        `SELECT text, start_offset AS start, end_offset AS "end", page_first FROM chunks
         WHERE organization_id = $1 AND document_id = $2 ORDER BY number`,
        [organizationId, documentId],
      ),
  };
}
