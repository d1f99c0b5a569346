import type { DocumentChunk } from '@carrel/shared/contract';

import {
  marksOf,
  type ChangedPiece,
  type ChunkChangeMarks,
  type ReplacedChunk,
} from '../../../extraction/chunking/chunk-change.ts';
import { chunkTag, kindsOf } from './chunk-tag.ts';

/** A chunk as the API returns it, with what its row says of a change. */
export interface ChunkRow extends Omit<DocumentChunk, 'change' | 'off' | 'etag'> {
  change: ChunkChangeMarks | null;
}

/** A change of a document, and who made it. */
export interface StoredChunkChange {
  id: string;
  passage: string;
  pieces: readonly ChangedPiece[];
  replaced: readonly ReplacedChunk[];
  changed_by: { id: string; name: string } | null;
  changed_at: string;
  lost_at: string | null;
}

type Query = <Row>(sql: string, ...parameters: unknown[]) => Promise<Row[]>;

interface Row extends Omit<StoredChunkChange, 'changed_by' | 'changed_at' | 'lost_at'> {
  account_id: string | null;
  name: string | null;
  changed_at: Date;
  lost_at: Date | null;
}

/** Reads the changes of a document by their ids. The first parameter of `query` is the organization. */
export async function chunkChangesOf(
  query: Query,
  documentId: string,
): Promise<Map<string, StoredChunkChange>> {
  const rows = await query<Row>(
    `SELECT x.id, x.passage, x.pieces, x.replaced, x.changed_at, x.lost_at, a.id AS account_id,
       nullif(concat_ws(' ', a.first_name, a.last_name), '') AS name
     FROM chunk_changes x LEFT JOIN accounts a ON a.id = x.changed_by
     WHERE x.organization_id = $1 AND x.document_id = $2 ORDER BY x.lost_at IS NULL, x.start_offset, x.id`,
    documentId,
  );
  return new Map(
    rows.map(({ account_id: account, name, changed_at: changed, lost_at: lost, ...row }) => [
      row.id,
      {
        ...row,
        changed_by: account === null ? null : { id: account, name: name ?? '' },
        changed_at: changed.toISOString(),
        lost_at: lost?.toISOString() ?? null,
      },
    ]),
  );
}

/** Returns a chunk in the shape of the API: nothing but the chunk where nobody changed it. */
export function shownChunk(
  { change, ...chunk }: ChunkRow,
  changes: ReadonlyMap<string, StoredChunkChange>,
  withTag: boolean,
): DocumentChunk {
  const stored = change === null ? undefined : changes.get(change.id);
  const { start, end } = chunk;
  return {
    ...chunk,
    ...(change?.off === true && { off: true }),
    ...(change !== null && stored !== undefined && { change: shownChange(change, stored) }),
    ...(withTag && {
      etag: chunkTag({
        text: chunk.text,
        ...(start !== null && start !== undefined && { start }),
        ...(end !== null && end !== undefined && { end }),
        ...(change !== null && { change }),
      }),
    }),
  };
}

function shownChange(
  change: ChunkChangeMarks,
  { id, pieces, replaced, changed_by, changed_at }: StoredChunkChange,
): NonNullable<DocumentChunk['change']> {
  const { original } = change;
  const { keywords, questions } = marksOf(change);
  return {
    id,
    kinds: kindsOf({ pieces, replaced }, change, original !== undefined),
    changed_by,
    changed_at,
    ...(original !== undefined && { original }),
    ...(keywords && { keywords: [...keywords] }),
    ...(questions && { questions: [...questions] }),
  };
}
