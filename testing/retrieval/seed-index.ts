import { randomUUID } from 'node:crypto';

import type { Database } from '@carrel/api/src/platform/database/database.ts';
import {
  compactIndex,
  type Compaction,
} from '@carrel/api/src/processing/jobs/indexing/compact-index.ts';
import { indexChunks } from '@carrel/api/src/extraction/tasks/index-chunks.ts';

/** A document that is written as if it had been processed. */
export interface SeededDocument {
  path: string;
  chunks: readonly string[];
  /** As its file says it. */
  metadata?: Readonly<Record<string, unknown>>;
}

const DOCUMENTS_AT_ONCE = 50;

/** Writes a dataset of processed documents with its index, and returns its id. */
export async function seedIndex(
  compaction: Compaction,
  organizationId: string,
  name: string,
  documents: readonly SeededDocument[],
): Promise<string> {
  const { database } = compaction;
  const [dataset] = await database.query<{ id: string }>(
    'INSERT INTO datasets (organization_id, name) VALUES ($1, $2) RETURNING id',
    [organizationId, name],
  );
  const datasetId = dataset?.id ?? '';
  for (let at = 0; at < documents.length; at += DOCUMENTS_AT_ONCE) {
    await seedDocuments(
      database,
      organizationId,
      datasetId,
      documents.slice(at, at + DOCUMENTS_AT_ONCE),
    );
  }
  await compactIndex(compaction, organizationId, datasetId);
  return datasetId;
}

async function seedDocuments(
  database: Database,
  organizationId: string,
  datasetId: string,
  documents: readonly SeededDocument[],
): Promise<void> {
  const rows = documents.map(({ path, chunks, metadata }) => ({
    id: randomUUID(),
    attempt: randomUUID(),
    path,
    chunks,
    metadata: metadata === undefined ? null : JSON.stringify(metadata),
    part: indexChunks({
      chunks: chunks.map((text) => ({ text })),
      path,
      language: 'english',
    }),
  }));
  await database.query(
    `INSERT INTO documents (id, organization_id, dataset_id, path, folder, name, sort_name, size, status, chunk_attempt, read_metadata)
     SELECT id, $1, $2, path, '', path, path, 1000, 'embedded', attempt, metadata::jsonb
     FROM unnest($3::uuid[], $4::text[], $5::uuid[], $6::text[]) AS d (id, path, attempt, metadata)`,
    [
      organizationId,
      datasetId,
      rows.map(({ id }) => id),
      rows.map(({ path }) => path),
      rows.map(({ attempt }) => attempt),
      rows.map(({ metadata }) => metadata),
    ],
  );
  const chunks = rows.flatMap(({ id, chunks: texts }) =>
    texts.map((text, number) => ({ id, text, number })),
  );
  await database.query(
    `INSERT INTO chunks (organization_id, document_id, number, text)
     SELECT $1, * FROM unnest($2::uuid[], $3::integer[], $4::text[])`,
    [
      organizationId,
      chunks.map(({ id }) => id),
      chunks.map(({ number }) => number),
      chunks.map(({ text }) => text),
    ],
  );
  await database.query(
    `INSERT INTO search_parts (organization_id, document_id, dataset_id, attempt, part)
     SELECT $1, id, $2, attempt, decode(part, 'base64')
     FROM unnest($3::uuid[], $4::uuid[], $5::text[]) AS p (id, attempt, part)`,
    [
      organizationId,
      datasetId,
      rows.map(({ id }) => id),
      rows.map(({ attempt }) => attempt),
      rows.map(({ part }) => Buffer.from(part).toString('base64')),
    ],
  );
}
