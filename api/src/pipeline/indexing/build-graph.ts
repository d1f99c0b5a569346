import type { Repeat } from '../../jobs/job.ts';
import {
  copySegments,
  FIRST_SEGMENT,
  type SegmentPlace,
} from '../../search-index/vectors/graphs/copy-segments.ts';
import { findGraph, finishGraph } from '../../search-index/vectors/graphs/graph-repository.ts';
import { graphSupport } from '../../search-index/vectors/graphs/set-up-graphs.ts';
import type { PipelineContext } from '../pipeline-context.ts';

type Building = Pick<PipelineContext, 'database' | 'log' | 'isStopping'>;

/** After this time, the graphs of others have their turn. */
const SLICE_MILLISECONDS = 60_000;
/** About the longest time of a batch: who changes its documents waits for it, and so does a stop. */
const BATCH_MILLISECONDS = 1000;
const SEGMENTS = { first: 16, most: 512 } as const;
/** Until it is seen whether those who were writing segments at the time have done so. */
const OTHERS_SECONDS = 2;

/**
 * Copies the segments that a graph does not have yet, and has itself repeated until it has all; then
 * searches use it. Can be interrupted at any point, and run twice at the same time.
 */
export async function buildGraph(
  { database, log, isStopping }: Building,
  graphId: string,
): Promise<Repeat | void> {
  // As after a restore: a start of a server that has pgvector sends the job again.
  if (graphSupport(database) === undefined) return;
  const graph = await findGraph(database, graphId);
  if (graph === undefined || graph.ready) return;
  const began = performance.now();
  let place: SegmentPlace = FIRST_SEGMENT;
  let missing = 0;
  for (let size: number = SEGMENTS.first; performance.now() - began < SLICE_MILLISECONDS;) {
    if (isStopping()) break;
    const batchBegan = performance.now();
    const copied = await copySegments(database, graph, place, size);
    missing += copied.missing;
    if (copied.missing < size) {
      if (missing > 0) return { repeatAfterSeconds: OTHERS_SECONDS };
      await finishGraph(database, graphId);
      log.info('a graph of vectors is in use', { dataset_id: graph.datasetId });
      return;
    }
    place = copied.last ?? place;
    const took = performance.now() - batchBegan;
    if (took > BATCH_MILLISECONDS) size = Math.max(1, Math.floor(size / 2));
    else if (took < BATCH_MILLISECONDS / 2) size = Math.min(SEGMENTS.most, size * 2);
  }
  return { repeatAfterSeconds: 0 };
}
