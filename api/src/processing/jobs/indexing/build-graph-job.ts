import * as v from 'valibot';

import { defineJob } from '../../../jobs/job.ts';
import {
  createGraph,
  dropObsoleteGraphs,
  findLarge,
  GRAPH_VECTORS_MIN,
  listGraphs,
  type DatasetKey,
} from '../../../search-index/vectors/graphs/graph-repository.ts';
import { graphSupport } from '../../../search-index/vectors/graphs/set-up-graphs.ts';
import type { PipelineContext, PipelineJobContext } from '../../context/pipeline-context.ts';
import { buildGraph } from './build-graph.ts';

/** Copies the vectors of a dataset into its graph. */
export const buildGraphJob = defineJob({
  name: 'build-graph',
  payload: v.object({ graphId: v.string() }),
  slots: { perProcess: 1, perOrganization: 1 },
  due: ({ pipeline }: PipelineJobContext) => reviewGraphs(pipeline),
  handle: ({ pipeline }: PipelineJobContext, { graphId }) => buildGraph(pipeline, graphId),
});

type Graphs = Pick<PipelineContext, 'database' | 'queue' | 'log' | 'model'>;

interface Which {
  /** One dataset, instead of all. */
  dataset?: DatasetKey;
  /** Datasets with more vectors than this have a graph. */
  vectors?: number;
}

/** Makes the graphs of datasets that have grown large, and sends the jobs that fill them. */
export async function createGraphs(
  { database, queue, log, model }: Graphs,
  { vectors = GRAPH_VECTORS_MIN, ...which }: Which = {},
): Promise<void> {
  const support = graphSupport(database);
  if (support === undefined || model === undefined) return;
  try {
    const large = await findLarge(database, { ...which, vectors, modelId: model.id });
    for (const source of large) {
      await database.transaction(async (tx) => {
        const graphId = await createGraph(tx, support, source);
        if (graphId !== undefined) await buildGraphJob.send(queue, { graphId }, { tx });
      });
    }
  } catch (error) {
    log.error('create graphs of vectors', error);
  }
}

/** Drops what is not needed any more, goes on with what was interrupted, and makes what is missing. */
export async function reviewGraphs(graphs: Graphs, which: Which = {}): Promise<void> {
  const { database, queue, log, model } = graphs;
  if (graphSupport(database) === undefined) return;
  const { vectors = GRAPH_VECTORS_MIN } = which;
  const dropped = await dropObsoleteGraphs(database, { modelId: model?.id, vectors });
  if (dropped > 0) log.info('dropped graphs of vectors', { count: dropped });
  const unfinished = (await listGraphs(database)).filter(({ ready }) => !ready);
  for (const { id } of unfinished) await buildGraphJob.send(queue, { graphId: id });
  await createGraphs(graphs, which);
}
