import type { DocumentStatus, SearchLanguage } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import type { Block } from '../../../extraction/blocks/block.ts';
import { keptTextOf } from '../../../processing/rows/kept-text.ts';
import { encodingOfDataset } from '../../../extraction/kinds/encodings/dataset-encoding.ts';
import type { EncodingHint } from '../../../extraction/kinds/encodings/guess-encoding.ts';
import { GAVE_UP } from '../../../extraction/blocks/unreadable-document.ts';
import type { EntryLocation } from '../../../extraction/zip/read-entry.ts';
import type { ReadVersion } from './keep-text.ts';
import { BYTES_COLUMNS, bytesOf, type BytesRow, type StoredOriginal } from '../stored-original.ts';

/** What is left of a document's text: packed or as blocks, bytes that are read again, or why these have no text. */
export type StoredText =
  | { kind: 'packed'; packed: Uint8Array }
  | { kind: 'blocks'; blocks: Block[] }
  | { kind: 'failed'; reason: string }
  | {
      kind: 'bytes';
      version: string;
      key: string;
      location: EntryLocation;
      name: string;
      encoding: EncodingHint | undefined;
      /** What its text is kept for; undefined where its processing keeps it. */
      read: ReadVersion | undefined;
    };

interface Row extends BytesRow {
  language: SearchLanguage | null;
  legacy_encoding: string | null;
  name: string;
  status: DocumentStatus;
  error: string | null;
  chunk_attempt: string | null;
}

/** Finds the text and the bytes of documents. `tx` is a tenant's transaction. */
export function storedTextOf(tx: Queryable, organizationId: string, datasetId: string) {
  const find = async (documentId: string) => {
    const [row] = await tx.query<Row>(
      `SELECT d.name, d.status, d.error, d.chunk_attempt, s.language, s.legacy_encoding, ${BYTES_COLUMNS}
       FROM documents d LEFT JOIN datasets s ON s.organization_id = d.organization_id AND s.id = d.dataset_id
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
      const { chunk_attempt: attempt } = row;
      const packed =
        attempt === null ? undefined : await keptTextOf(tx, organizationId, documentId);
      if (packed !== undefined) return { kind: 'packed', packed };
      const [stored] = await tx.query<{ blocks: Block[] }>(
        'SELECT blocks FROM document_blocks WHERE organization_id = $1 AND document_id = $2',
        [organizationId, documentId],
      );
      if (stored !== undefined) return { kind: 'blocks', blocks: stored.blocks };
      const bytes = bytesOf(row);
      if (bytes === undefined || row.size === 0) return null;
      const { status, error, sha256, name } = row;
      // Reading it again would fail again, unless the cause was outside of it.
      if (status === 'partitioning_error' && error !== null && !error.startsWith(GAVE_UP)) {
        return { kind: 'failed', reason: error };
      }
      const encoding = encodingOfDataset(row.language, row.legacy_encoding);
      const version = `${sha256} ${name} ${JSON.stringify(encoding ?? {})}`;
      const read =
        attempt === null || sha256 === null
          ? undefined
          : { organizationId, documentId, attempt, sha256 };
      return { kind: 'bytes', version, name, encoding, read, ...bytes };
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
        `SELECT coalesce(change->>'original', text) AS text, start_offset AS start, end_offset AS "end", page_first FROM chunks
         WHERE organization_id = $1 AND document_id = $2 ORDER BY number`,
        [organizationId, documentId],
      ),
  };
}
