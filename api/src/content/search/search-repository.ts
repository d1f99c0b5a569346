import { SEARCHABLE_STATUSES, type SearchFilter } from '@carrel/shared/contract';

import {
  readContents,
  type ContentsReader,
  type Statement,
} from '../../platform/database/read-contents.ts';
import { kindCondition } from '../datasets/document-kind-condition.ts';
import { isInFolder } from '../../processing/rows/is-in-folder.ts';

/** A dataset that is searched. */
export interface SearchedDataset {
  id: string;
  name: string;
  /** Its documents that can be searched: the index of words counts obsolete ones too. */
  documents: number;
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
  /** Numbers of the chunks that are switched off; absent for none. */
  off?: readonly number[];
}

/** A chunk as it is shown, with the chunks around it. */
export interface FoundChunk {
  documentId: string;
  number: number;
  text: string;
  pageFirst: number | null;
  pageLast: number | null;
  headings: string[] | null;
  start: number | null;
  end: number | null;
  confidence: number | null;
  /** Where its document came from. */
  sourceUrl: string | null;
}

/** The filters that look at documents, rather than at datasets, and those of the query's operators. */
export interface DocumentFilter extends Pick<
  SearchFilter,
  'folder' | 'folders' | 'kind' | 'name' | 'changed' | 'changed_in'
> {
  /** Folders at any depth, by name or by the end of their path. */
  inFolders?: readonly string[];
  kinds?: NonNullable<SearchFilter['kind']>;
  names?: readonly string[];
}

/** The searchable documents of a dataset whose counts are `c`. */
const SEARCHABLE_COUNT = SEARCHABLE_STATUSES.map((status) => `coalesce(c.${status}, 0)`).join(
  ' + ',
);

const SEARCHABLE: ReadonlySet<string> = new Set(SEARCHABLE_STATUSES);

type DocumentColumn = 'id' | 'attempt' | 'status' | 'datasetId' | 'name' | 'path' | 'changedAt';

/** Conditions on documents `d`, and their parameters, the first of which is `$first`. Only what is asked for is checked. */
function conditionsOf(
  filter: DocumentFilter,
  first: number,
): { sql: string; parameters: unknown[] } {
  const parameters: unknown[] = [];
  const conditions: string[] = [];
  const parameter = (value: unknown, type: string): string => {
    parameters.push(value);
    return `$${first + parameters.length - 1}::${type}`;
  };
  if (filter.folder) {
    conditions.push(isInFolder(parameter(filter.folder, 'text')));
  }
  if (filter.folders !== undefined && filter.folders.length > 0) {
    const any = filter.folders.map((folder) => `(${isInFolder(parameter(folder, 'text'))})`);
    conditions.push(`(${any.join(' OR ')})`);
  }
  if (filter.kind !== undefined) conditions.push(kindCondition(filter.kind, parameter));
  if (filter.kinds !== undefined && filter.kinds.length > 0) {
    conditions.push(kindCondition(filter.kinds, parameter));
  }
  for (const name of [...(filter.name ? [filter.name] : []), ...(filter.names ?? [])]) {
    conditions.push(`position(${parameter(name.toLowerCase(), 'text')} IN lower(d.path)) > 0`);
  }
  for (const folder of filter.inFolders ?? []) {
    const below = parameter(`/${folder.toLowerCase()}/`, 'text');
    conditions.push(`position(${below} IN '/' || lower(d.folder) || '/') > 0`);
  }
  if (filter.changed?.from !== undefined) {
    conditions.push(`d.updated_at >= ${parameter(filter.changed.from, 'timestamptz')}`);
  }
  if (filter.changed?.to !== undefined) {
    conditions.push(`d.updated_at < ${parameter(filter.changed.to, 'timestamptz')}`);
  }
  if (filter.changed_in !== undefined && filter.changed_in.length > 0) {
    const months = parameter(filter.changed_in, 'text[]');
    conditions.push(`to_char(d.updated_at AT TIME ZONE 'UTC', 'YYYY-MM') = ANY (${months})`);
  }
  return { sql: conditions.map((condition) => ` AND ${condition}`).join(''), parameters };
}

/** Reads what a search of one organization needs besides the index. */
export function searchOf(database: ContentsReader, organizationId: string) {
  const query = <Row>(sql: string, ...parameters: unknown[]) =>
    database.queryOnce<Row>(sql, [organizationId, ...parameters], organizationId);

  return {
    /** The dataset, with metadata parameters as asked; undefined for an id that is not the organization's. */
    dataset: (id: string) =>
      query<SearchedDataset & { metadata: Record<string, unknown> | null }>(
        `SELECT d.id, d.name, d.metadata_parameters AS metadata, ${SEARCHABLE_COUNT} AS documents
         FROM datasets d
         LEFT JOIN dataset_counts c ON c.organization_id = d.organization_id AND c.dataset_id = d.id
         WHERE d.organization_id = $1 AND d.id = $2`,
        id,
      ),

    /** All datasets of the organization. */
    allDatasets: () =>
      query<SearchedDataset & { metadata: Record<string, unknown> | null }>(
        `SELECT d.id, d.name, d.metadata_parameters AS metadata, ${SEARCHABLE_COUNT} AS documents
         FROM datasets d
         LEFT JOIN dataset_counts c ON c.organization_id = d.organization_id AND c.dataset_id = d.id
         WHERE d.organization_id = $1`,
      ),

    /** The datasets of a workspace: one row without an id where it has none, no row for an unknown workspace. */
    attachedDatasets: (workspaceId: string) =>
      query<
        Omit<SearchedDataset, 'id'> & {
          id: string | null;
          metadata: Record<string, unknown> | null;
        }
      >(
        `SELECT d.id, d.name, d.metadata_parameters AS metadata, ${SEARCHABLE_COUNT} AS documents
         FROM workspaces w
         LEFT JOIN workspace_datasets a ON a.organization_id = w.organization_id AND a.workspace_id = w.id
         LEFT JOIN datasets d ON d.organization_id = a.organization_id AND d.id = a.dataset_id
         LEFT JOIN dataset_counts c ON c.organization_id = d.organization_id AND c.dataset_id = d.id
         WHERE w.organization_id = $1 AND w.id = $2`,
        workspaceId,
      ),

    /** The ids of documents that pass a filter, at most `limit`. */
    matching: async (datasetIds: readonly string[], filter: DocumentFilter, limit: number) => {
      const { sql, parameters } = conditionsOf(filter, 5);
      const rows = await query<{ id: string }>(
        `SELECT d.id FROM documents d
         WHERE d.organization_id = $1 AND d.dataset_id = ANY ($2::uuid[]) AND d.status = ANY ($3::text[])${sql}
         LIMIT $4`,
        datasetIds,
        SEARCHABLE_STATUSES,
        limit,
        ...parameters,
      );
      return rows.map(({ id }) => id);
    },

    /** Of these documents, those that are searched and pass the filter, with the attempt of their chunks. */
    documents: async (
      datasetIds: readonly string[],
      filter: DocumentFilter,
      documentIds: readonly string[],
    ): Promise<FoundDocument[]> => {
      const { sql, parameters } = conditionsOf(filter, 3);
      // As one text a column: the embedded database needs longer for many values, and for an array a row. Statuses
      // and datasets are compared here, so that no other index is used than that of the ids.
      const [row = {}] = await query<Partial<Record<DocumentColumn | 'off', string | null>>>(
        `SELECT json_agg(id)::text AS id, json_agg(chunk_attempt)::text AS attempt,
           json_agg(status)::text AS status, json_agg(dataset_id)::text AS "datasetId",
           json_agg(name)::text AS name, json_agg(path)::text AS path, json_agg(updated_at)::text AS "changedAt",
           (json_object_agg(id, off_chunks) FILTER (WHERE off_chunks IS NOT NULL))::text AS off
         FROM documents d WHERE organization_id = $1 AND id = ANY ($2::uuid[])${sql}`,
        documentIds,
        ...parameters,
      );
      const column = (name: DocumentColumn) => JSON.parse(row[name] ?? '[]') as string[];
      const attempts: (string | null)[] = column('attempt');
      const statuses = column('status');
      const datasets = column('datasetId');
      const names = column('name');
      const paths = column('path');
      const changes = column('changedAt');
      const offOf = JSON.parse(row.off ?? '{}') as Record<string, number[]>;
      const searched = new Set(datasetIds);
      return column('id').flatMap((id, at) => {
        const attempt = attempts[at] ?? null;
        const datasetId = datasets[at] ?? '';
        if (attempt === null || !SEARCHABLE.has(statuses[at] ?? '') || !searched.has(datasetId)) {
          return [];
        }
        const changedAt = new Date(changes[at] ?? 0);
        const off = offOf[id];
        return [
          {
            id,
            attempt,
            datasetId,
            name: names[at] ?? '',
            path: paths[at] ?? '',
            changedAt,
            ...(off !== undefined && { off }),
          },
        ];
      });
    },

    /** Chunks with their neighbours, of documents that still have them. One may be there several times. */
    chunks: async (keys: readonly ChunkKey[], neighbours: number): Promise<FoundChunk[]> => {
      const ids = keys.map(({ documentId }) => documentId);
      const attempts = keys.map(({ attempt }) => attempt);
      const numbers = keys.map(({ number }) => number);
      return readContents<FoundChunk, { id: string; sourceUrl: string | null }>(
        database,
        organizationId,
        {
          joined: {
            sql: `SELECT ${CHUNK_COLUMNS}, d.source_url AS "sourceUrl"
           FROM unnest($2::uuid[], $3::integer[], $5::uuid[]) AS k (id, number, attempt)
           JOIN documents d ON d.organization_id = $1 AND d.id = k.id AND d.chunk_attempt = k.attempt
           JOIN chunks c ON c.organization_id = $1 AND c.document_id = k.id
             AND c.number BETWEEN k.number - $4 AND k.number + $4
             AND (c.change->'off') IS NULL`,
            parameters: [ids, numbers, neighbours, attempts],
          },
          separate: {
            contents: () => chunksAround(keys, neighbours),
            documents: {
              sql: `SELECT d.id, d.source_url AS "sourceUrl" FROM unnest($2::uuid[], $3::uuid[]) AS k (id, attempt)
              JOIN documents d ON d.organization_id = $1 AND d.id = k.id AND d.chunk_attempt = k.attempt`,
              parameters: [ids, attempts],
            },
          },
          // They are of the attempts in `keys` where the documents have these still: attempts do not return.
          keep: (chunks, current) => {
            const kept = new Map(current.map(({ id, sourceUrl }) => [id, sourceUrl]));
            return chunks.flatMap((chunk) => {
              const sourceUrl = kept.get(chunk.documentId);
              return sourceUrl === undefined ? [] : [{ ...chunk, sourceUrl }];
            });
          },
        },
      );
    },
  };
}

const CHUNK_COLUMNS = `c.document_id AS "documentId", c.number, c.text, c.page_first AS "pageFirst",
  c.page_last AS "pageLast", c.headings, c.start_offset AS start, c.end_offset AS "end", c.confidence`;

/** Reads chunks and so many before and after each, of whatever attempt. */
function chunksAround(keys: readonly ChunkKey[], neighbours: number): Statement {
  const wanted = keys.flatMap(({ documentId, number }) =>
    Array.from({ length: 2 * neighbours + 1 }, (_, at) => ({
      documentId,
      number: number - neighbours + at,
    })),
  );
  return {
    sql: `SELECT ${CHUNK_COLUMNS} FROM chunks c
      WHERE c.organization_id = $1 AND c.document_id = ANY ($2::uuid[]) AND c.number = ANY ($3::integer[])
        AND c.document_id::text || ' ' || c.number = ANY ($4::text[]) AND (c.change->'off') IS NULL`,
    parameters: [
      keys.map(({ documentId }) => documentId),
      [...new Set(wanted.map(({ number }) => number))],
      wanted.map(({ documentId, number }) => `${documentId} ${number}`),
    ],
  };
}
