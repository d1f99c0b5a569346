import * as v from 'valibot';

/** The stages of a document in their order, each of the last three followed by its error. */
export const DOCUMENT_STATUSES = [
  'ingested',
  'partitioned',
  'partitioning_error',
  'chunked',
  'chunking_error',
  'embedded',
  'embedding_error',
] as const;

export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** The statuses of a document that the server is still processing. */
export const IN_PROGRESS_STATUSES = [
  'ingested',
  'partitioned',
  'chunked',
] as const satisfies readonly DocumentStatus[];

/** The statuses of a document that failed, by their stage. */
export const FAILED_STATUSES = [
  'partitioning_error',
  'chunking_error',
  'embedding_error',
] as const satisfies readonly DocumentStatus[];

/** The statuses of a document whose chunks searches find. */
export const SEARCHABLE_STATUSES = [
  'chunked',
  'embedded',
  'embedding_error',
] as const satisfies readonly DocumentStatus[];

export type FailedStatus = (typeof FAILED_STATUSES)[number];

/** The status at which a failed document is processed again: that before the stage it failed in. */
export const RESUMES_AT: Readonly<Record<FailedStatus, (typeof IN_PROGRESS_STATUSES)[number]>> = {
  partitioning_error: 'ingested',
  chunking_error: 'partitioned',
  embedding_error: 'chunked',
};

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** How many documents have each status. */
export const statusCountsSchema = v.object({
  ingested: count,
  partitioned: count,
  partitioning_error: count,
  chunked: count,
  chunking_error: count,
  embedded: count,
  embedding_error: count,
  total: count,
});

export type StatusCounts = v.InferOutput<typeof statusCountsSchema>;

/** Returns how many documents failed, at any stage. */
export const failedCount = (counts: StatusCounts): number =>
  FAILED_STATUSES.reduce((sum, status) => sum + counts[status], 0);

/** Documents by what a summary calls their status: the same words on the dashboard and in a dataset. */
export interface DocumentCounts {
  total: number;
  ready: number;
  processing: number;
  ingested: number;
  errors: number;
}

/** Groups the counts of the single statuses. */
export function groupCounts(counts: StatusCounts): DocumentCounts {
  return {
    total: counts.total,
    ready: counts.embedded,
    processing: counts.chunked + counts.partitioned,
    ingested: counts.ingested,
    errors: failedCount(counts),
  };
}
