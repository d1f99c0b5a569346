import type { Unfinished } from '../../../jobs/job.ts';
import {
  copySegments,
  deleteGone,
  FIRST_SEGMENT,
  indexGraph,
  mirrorGraph,
  type SegmentPlace,
} from '../../../search-index/vectors/graphs/fill-graph.ts';
import {
  findGraph,
  finishGraph,
  type Graph,
} from '../../../search-index/vectors/graphs/graph-repository.ts';
import { graphSupport } from '../../../search-index/vectors/graphs/set-up-graphs.ts';
import type { PipelineContext } from '../../context/pipeline-context.ts';

type Building = Pick<PipelineContext, 'database' | 'log' | 'isStopping'>;

/** About the longest time of a batch: who changes its documents waits for it, and so does a stop. */
const BATCH_MILLISECONDS = 1000;
const SEGMENTS = { first: 16, most: 512 } as const;
/** Until it is seen whether those who were changing segments at the time have done so. */
const OTHERS_SECONDS = 2;

/**
 * Fills a graph and has searches use it: copies the segments that are there, builds the index, and then
 * copies what has changed since, while every further change is mirrored. Goes on where it was interrupted,
 * and can run twice at the same time.
 */
export async function buildGraph(building: Building, graphId: string): Promise<Unfinished | void> {
  const { database, log, isStopping } = building;
  const support = graphSupport(database);
  // As after a restore: a start of a server that has pgvector sends the job again.
  if (support === undefined) return;
  const graph = await findGraph(database, graphId);
  if (graph === undefined || graph.ready) return;
  if (!graph.mirrored) {
    await copyMissing(building, graph);
    if (isStopping()) return { repeatAfterSeconds: 0 };
    try {
      await indexGraph(database, support, graph, isStopping);
    } catch (error) {
      if (isStopping()) return { repeatAfterSeconds: 0 };
      throw error;
    }
  }
  await mirrorGraph(database, graph);
  const isSettled = await deleteGone(database, graph);
  const missing = await copyMissing(building, { ...graph, mirrored: true });
  if (!isSettled || missing > 0 || isStopping()) return { repeatAfterSeconds: OTHERS_SECONDS };
  await finishGraph(database, graphId);
  log.info('a graph of vectors is in use', { dataset_id: graph.datasetId });
}

/** Copies in batches, and returns how many segments the graph lacked. */
async function copyMissing({ database, isStopping }: Building, graph: Graph): Promise<number> {
  let place: SegmentPlace = FIRST_SEGMENT;
  let missing = 0;
  for (let size: number = SEGMENTS.first; !isStopping();) {
    const began = performance.now();
    const copied = await copySegments(database, graph, place, size);
    missing += copied.missing;
    if (copied.missing < size) break;
    place = copied.last ?? place;
    const took = performance.now() - began;
    if (took > BATCH_MILLISECONDS) size = Math.max(1, Math.floor(size / 2));
    else if (took < BATCH_MILLISECONDS / 2) size = Math.min(SEGMENTS.most, size * 2);
  }
  return missing;
}
