import { randomUUID } from 'node:crypto';

import { segmentsOf, type StoredSegment } from '../../../search-index/segment-repository.ts';
import { decodeHeader } from '../../../search-index/segments/segment-header.ts';
import type { Slice } from '../../../jobs/job.ts';
import type { PipelineContext } from '../../context/pipeline-context.ts';

export type Compaction = Pick<PipelineContext, 'database' | 'workers' | 'log' | 'isStopping'>;

/** Parts and bytes of parts that one segment is made of: what a worker holds at once. */
const PARTS_MAX = 1000;
const PARTS_BYTES_MAX = 16 * 1024 * 1024;
/** Parts that are left alone while more are on their way, and obsolete documents that are. */
export const PARTS_FEW = 200;
/** Segments are rewritten once they hold more documents than this many times those that are searched. */
export const OBSOLETE_FACTOR = 2;
/** Segments of about one size that become one. */
const SEGMENTS_AT_ONCE = 8;
/** Larger segments are not merged: searches read them by blocks, and a worker has to hold them. */
const MERGED_BYTES_MAX = 64 * 1024 * 1024;
const TIMEOUT_MILLISECONDS = 120_000;

/**
 * Folds the indexes of single documents of a dataset into segments, and small segments into larger
 * ones. Searches find the same before and after; several may compact the same dataset. Returns false where the
 * slice is over before everything is compacted.
 */
export async function compactIndex(
  compaction: Compaction,
  organizationId: string,
  datasetId: string,
  slice?: Slice,
): Promise<boolean> {
  const segments = segmentsOf(compaction.database, organizationId, datasetId);
  for (;;) {
    if (compaction.isStopping()) return true;
    const state = await segments.state();
    if (state === undefined || state.parts === 0) break;
    if (state.in_work && state.parts < PARTS_FEW) return true;
    const isCompacted = await compactParts(compaction, segments, organizationId);
    if (!isCompacted) return true;
    if (slice?.isOver() === true) return false;
  }
  await removeLegacy(segments);
  for (;;) {
    if (compaction.isStopping()) return true;
    const state = await segments.state();
    const group = groupToMerge(await segments.listSegments(), state?.searchable ?? 0);
    if (group.length === 0 || !(await mergeGroup(compaction, segments, organizationId, group))) {
      return true;
    }
    if (slice?.isOver() === true) return false;
  }
}

type Segments = ReturnType<typeof segmentsOf>;

/** Removes segments of an earlier version once each of their documents has another index, or is gone. */
async function removeLegacy(segments: Segments): Promise<void> {
  for (const { id, isLegacy } of await segments.listSegments()) {
    const header = isLegacy ? await segments.readHeader(id) : undefined;
    if (header === undefined) continue;
    const entries = entriesOf(header);
    const obsolete = await segments.findObsolete(entries);
    if (obsolete.length === entries.length) await segments.remove(id);
  }
}

const entriesOf = (header: Uint8Array) =>
  decodeHeader(header).documents.map(({ id: documentId, attempt }) => ({ documentId, attempt }));

async function compactParts(
  compaction: Compaction,
  segments: Segments,
  owner: string,
): Promise<boolean> {
  const parts = await segments.readParts(PARTS_MAX, PARTS_BYTES_MAX);
  const obsolete = await segments.findObsolete(parts);
  const merged = await compaction.workers.run(
    'mergeSegments',
    { parts, segments: [], obsolete },
    { timeoutMilliseconds: TIMEOUT_MILLISECONDS, owner: { id: owner } },
  );
  return segments.replace(randomUUID(), merged, { parts, segmentIds: [] });
}

/** Returns segments of one size class that are many, or all where most of their documents are obsolete. */
export function groupToMerge(
  segments: readonly StoredSegment[],
  searchableDocuments: number,
): StoredSegment[] {
  const small = segments.filter(({ bytes, isLegacy }) => !isLegacy && bytes < MERGED_BYTES_MAX / 2);
  const documents = small.reduce((sum, segment) => sum + segment.documents, 0);
  if (documents > OBSOLETE_FACTOR * searchableDocuments + PARTS_FEW) return withinBytes(small);
  const byClass = Map.groupBy(small, ({ chunks }) =>
    Math.floor(Math.log(Math.max(1, chunks)) / Math.log(SEGMENTS_AT_ONCE)),
  );
  const crowded = [...byClass.values()].find((group) => group.length >= SEGMENTS_AT_ONCE);
  return withinBytes(crowded ?? []);
}

function withinBytes(segments: readonly StoredSegment[]): StoredSegment[] {
  let bytes = 0;
  return segments.filter((segment) => {
    bytes += segment.bytes;
    return bytes <= MERGED_BYTES_MAX;
  });
}

async function mergeGroup(
  compaction: Compaction,
  segments: Segments,
  owner: string,
  group: readonly StoredSegment[],
): Promise<boolean> {
  const inputs = [];
  for (const { id } of group) {
    const segment = await segments.readSegment(id);
    if (segment === undefined) return false;
    inputs.push(segment);
  }
  const entries = inputs.flatMap(({ header }) => entriesOf(header));
  const obsolete = await segments.findObsolete(entries);
  // The counts of the dataset are too low: a single segment would be written again and again.
  if (group.length === 1 && obsolete.length === 0) return false;
  const merged = await compaction.workers.run(
    'mergeSegments',
    { parts: [], segments: inputs, obsolete },
    { timeoutMilliseconds: TIMEOUT_MILLISECONDS, owner: { id: owner } },
  );
  return segments.replace(randomUUID(), merged, {
    parts: [],
    segmentIds: group.map(({ id }) => id),
  });
}
