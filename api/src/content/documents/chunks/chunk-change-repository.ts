import type {
  ChangedChunks,
  DatasetChunkChanges,
  DocumentChunkChange,
} from '@carrel/shared/contract';

import { marksOf } from '../../../extraction/chunking/chunk-change.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { kindsOf } from '../changed/chunk-tag.ts';
import { chunkChangesOf, type StoredChunkChange } from '../changed/shown-chunk.ts';

/** Documents that are listed. */
const DOCUMENTS_MAX = 100;

/** Reads what people changed of chunks. `tx` is a tenant's transaction. */
export function chunkChangesIn(tx: Queryable, organizationId: string) {
  const query = <Row>(sql: string, ...parameters: unknown[]) =>
    tx.query<Row>(sql, [organizationId, ...parameters]);

  return {
    /** The changes of a document, lost ones first; undefined where the dataset has no such document. */
    list: async (
      datasetId: string,
      documentId: string,
    ): Promise<DocumentChunkChange[] | undefined> => {
      const [document] = await query(
        'SELECT id FROM documents WHERE organization_id = $1 AND dataset_id = $2 AND id = $3',
        datasetId,
        documentId,
      );
      if (document === undefined) return undefined;
      const changes = [...(await chunkChangesOf(query, documentId)).values()];
      if (changes.length === 0) return [];
      const numbers = await query<{ id: string; number: number }>(
        `SELECT change->>'id' AS id, min(number) AS number FROM chunks
         WHERE organization_id = $1 AND document_id = $2 AND change IS NOT NULL GROUP BY 1`,
        documentId,
      );
      const numberOf = new Map(numbers.map(({ id, number }) => [id, number]));
      return changes.map((change) => shownChange(change, numberOf.get(change.id)));
    },

    /** Deletes a change that is lost; false where there is none. */
    discard: async (datasetId: string, documentId: string, id: string): Promise<boolean> => {
      const gone = await query(
        `DELETE FROM chunk_changes c USING documents d
         WHERE c.organization_id = $1 AND c.document_id = $3 AND c.id = $4 AND c.lost_at IS NOT NULL
           AND d.organization_id = $1 AND d.id = c.document_id AND d.dataset_id = $2
         RETURNING c.id`,
        datasetId,
        documentId,
        id,
      );
      return gone.length > 0;
    },

    ofDataset: async (datasetId: string): Promise<DatasetChunkChanges> => {
      const [counts] = await query<{ changed: number; lost: number }>(
        `SELECT count(*) AS changed, count(c.lost_at) AS lost FROM chunk_changes c
         JOIN documents d ON d.organization_id = c.organization_id AND d.id = c.document_id
         WHERE c.organization_id = $1 AND d.dataset_id = $2`,
        datasetId,
      );
      const documents = await query<DatasetChunkChanges['documents'][number]>(
        `SELECT d.id, d.name, d.path, count(*) AS changed, count(c.lost_at) AS lost FROM chunk_changes c
         JOIN documents d ON d.organization_id = c.organization_id AND d.id = c.document_id
         WHERE c.organization_id = $1 AND d.dataset_id = $2
         GROUP BY d.id, d.name, d.path ORDER BY count(c.lost_at) DESC, d.path LIMIT ${DOCUMENTS_MAX}`,
        datasetId,
      );
      return { changed: counts?.changed ?? 0, lost: counts?.lost ?? 0, documents };
    },

    /** What a change returns that changed nothing. */
    unchanged: async (documentId: string): Promise<ChangedChunks> => {
      const [row] = await query<{ version: string | null; total: number }>(
        `SELECT d.chunk_attempt AS version, (SELECT count(*) FROM chunks c
           WHERE c.organization_id = $1 AND c.document_id = d.id) AS total
         FROM documents d WHERE d.organization_id = $1 AND d.id = $2`,
        documentId,
      );
      return {
        version: row?.version ?? null,
        total: row?.total ?? 0,
        number: 0,
        removed: 0,
        chunks: [],
      };
    },
  };
}

function shownChange(
  { id, passage, pieces, replaced, changed_by, changed_at, lost_at }: StoredChunkChange,
  number: number | undefined,
): DocumentChunkChange {
  const kinds = pieces.flatMap((piece) =>
    kindsOf({ pieces, replaced }, piece, piece.edited === true),
  );
  return {
    id,
    kinds: [...new Set(kinds)],
    changed_by,
    changed_at,
    number: lost_at === null ? (number ?? null) : null,
    lost_at,
    passage,
    chunks: pieces.map((piece) => {
      const { off, keywords, questions } = marksOf(piece);
      return {
        text: piece.text ?? passage.slice(piece.from, piece.to),
        ...(off && { off }),
        ...(keywords && { keywords: [...keywords] }),
        ...(questions && { questions: [...questions] }),
      };
    }),
  };
}
