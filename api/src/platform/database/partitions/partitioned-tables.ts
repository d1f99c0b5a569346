/**
 * The tables that grow with documents and chunks, each after those that it refers to. Every key of theirs begins
 * with the organization, by whose hash they are partitioned.
 */
export const PARTITIONED_TABLES = [
  'documents',
  'document_blocks',
  'chunks',
  'search_segments',
  'search_blocks',
  'search_parts',
  'chunk_vectors',
  'vector_segments',
] as const;

export type PartitionedTable = (typeof PARTITIONED_TABLES)[number];

/** What these refer to besides each other, in the order in which requests lock them: before these. */
export const REFERRED_TABLES: readonly string[] = ['datasets', 'archives'];

/** What rows are copied by. */
export const KEYS: Record<PartitionedTable, readonly string[]> = {
  documents: ['organization_id', 'id'],
  document_blocks: ['organization_id', 'document_id'],
  chunks: ['organization_id', 'document_id', 'number'],
  search_segments: ['organization_id', 'id'],
  search_blocks: ['organization_id', 'segment_id', 'number'],
  search_parts: ['organization_id', 'document_id'],
  chunk_vectors: ['organization_id', 'document_id', 'model_id', 'number'],
  vector_segments: ['organization_id', 'document_id', 'model_id', 'first'],
};

/** The schema of the copies until the swap, and of the partitions for good. */
export const PARTITIONS_SCHEMA = 'carrel_partitions';

/** The partitioned copy of a table until the swap. */
export const copyOf = (table: PartitionedTable): string => `${PARTITIONS_SCHEMA}.${table}`;

/** The function of the trigger that repeats on the copy what changes in the table. */
export const followFunction = (table: PartitionedTable): string =>
  `${PARTITIONS_SCHEMA}.follow_${table}`;
