import {
  DOCUMENT_KINDS,
  documentKind,
  type DocumentKind,
  type SearchFilter,
} from '@carrel/shared/contract';

import type { Database } from '../database/database.ts';
import { SEARCHABLE_STATUSES } from '../search-index/search-index-repository.ts';

/** A dataset that is searched. */
export interface AskedDataset {
  id: string;
  name: string;
}

/** A chunk by its place, and the attempt that wrote it. */
export interface ChunkKey {
  documentId: string;
  attempt: string;
  number: number;
}

/** What a document's row says of a candidate. */
export interface FoundDocument {
  id: string;
  attempt: string;
  name: string;
  path: string;
  datasetId: string;
  changedAt: Date;
}

/** A chunk as it is shown, with the chunks around it. */
export interface FoundChunk {
  documentId: string;
  number: number;
  text: string;
}

/** The filters that look at documents, rather than at datasets. */
export type DocumentFilter = Pick<SearchFilter, 'folder' | 'kind' | 'name' | 'changed'>;

const ALL_ENDINGS = Object.values(DOCUMENT_KINDS).flat();

/** Parameters $2 to $9 of `WHERE`, in this order. */
const filterParameters = (datasetIds: readonly string[], filter: DocumentFilter): unknown[] => [
  datasetIds,
  SEARCHABLE_STATUSES,
  filter.folder === undefined || filter.folder === '' ? null : filter.folder,
  filter.kind === undefined ? null : endingsOf(filter.kind),
  filter.kind?.includes('other') ?? false,
  filter.name === undefined || filter.name === '' ? null : filter.name.toLowerCase(),
  filter.changed?.from ?? null,
  filter.changed?.to ?? null,
];

/** '0' follows '/' in the order of paths: what is between `folder/` and `folder0` is in the folder. */
const WHERE = `d.organization_id = $1 AND d.dataset_id = ANY ($2::uuid[]) AND d.status = ANY ($3::text[])
  AND ($4::text IS NULL OR (d.path > $4 || '/' AND d.path < $4 || '0'))
  AND ($5::text[] IS NULL OR lower(substring(d.name FROM '\\.([^.]+)$')) = ANY ($5)
    OR ($6 AND coalesce(lower(substring(d.name FROM '\\.([^.]+)$')) <> ALL ($10::text[]), true)))
  AND ($7::text IS NULL OR position($7 IN lower(d.path)) > 0)
  AND ($8::timestamptz IS NULL OR d.updated_at >= $8)
  AND ($9::timestamptz IS NULL OR d.updated_at < $9)`;

/** Reads what a search of one organization needs besides the index. */
export function searchOf(database: Database, organizationId: string) {
  const query = <Row>(sql: string, ...parameters: unknown[]) =>
    database.queryOnce<Row>(sql, [organizationId, ...parameters], organizationId);

  return {
    /** The dataset, with metadata parameters as asked; undefined for an id that is not the organization's. */
    dataset: (id: string) =>
      query<AskedDataset & { metadata: Record<string, unknown> | null }>(
        `SELECT id, name, metadata_parameters AS metadata FROM datasets
         WHERE organization_id = $1 AND id = $2`,
        id,
      ),

    /** The datasets of a workspace: one row without an id where it has none, no row for an unknown workspace. */
    attachedDatasets: (workspaceId: string) =>
      query<{ id: string | null; name: string; metadata: Record<string, unknown> | null }>(
        `SELECT d.id, d.name, d.metadata_parameters AS metadata FROM workspaces w
         LEFT JOIN workspace_datasets a ON a.organization_id = w.organization_id AND a.workspace_id = w.id
         LEFT JOIN datasets d ON d.organization_id = a.organization_id AND d.id = a.dataset_id
         WHERE w.organization_id = $1 AND w.id = $2`,
        workspaceId,
      ),

    /** The ids of documents that pass a filter, at most `limit`. */
    matching: async (datasetIds: readonly string[], filter: DocumentFilter, limit: number) => {
      const rows = await query<{ id: string }>(
        `SELECT d.id FROM documents d WHERE ${WHERE} LIMIT $11`,
        ...filterParameters(datasetIds, filter),
        ALL_ENDINGS,
        limit,
      );
      return rows.map(({ id }) => id);
    },

    /** Of these documents, those that still have the chunks of their attempt, and pass the filter. */
    documents: (
      datasetIds: readonly string[],
      filter: DocumentFilter,
      keys: readonly Pick<ChunkKey, 'documentId' | 'attempt'>[],
    ) =>
      query<FoundDocument>(
        `SELECT d.id, d.chunk_attempt AS attempt, d.name, d.path, d.dataset_id AS "datasetId",
           d.updated_at AS "changedAt"
         FROM unnest($11::uuid[], $12::uuid[]) AS k (id, attempt)
         JOIN documents d ON d.id = k.id AND d.chunk_attempt = k.attempt WHERE ${WHERE}`,
        ...filterParameters(datasetIds, filter),
        ALL_ENDINGS,
        keys.map(({ documentId }) => documentId),
        keys.map(({ attempt }) => attempt),
      ),

    /** Chunks with their neighbours, of documents that still have them. */
    chunks: (keys: readonly ChunkKey[], neighbours: number) =>
      query<FoundChunk>(
        `SELECT DISTINCT c.document_id AS "documentId", c.number, c.text
         FROM unnest($2::uuid[], $3::uuid[], $4::integer[]) AS k (id, attempt, number)
         JOIN documents d ON d.organization_id = $1 AND d.id = k.id AND d.chunk_attempt = k.attempt
         JOIN chunks c ON c.organization_id = $1 AND c.document_id = k.id
           AND c.number BETWEEN k.number - $5 AND k.number + $5`,
        keys.map(({ documentId }) => documentId),
        keys.map(({ attempt }) => attempt),
        keys.map(({ number }) => number),
        neighbours,
      ),
  };
}

function endingsOf(kinds: readonly DocumentKind[]): string[] {
  return ALL_ENDINGS.filter((ending) => kinds.includes(documentKind(`.${ending}`)));
}
