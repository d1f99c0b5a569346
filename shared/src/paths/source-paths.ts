import { apiPath } from './path.ts';
import { withQuery } from './with-query.ts';

/** Paths of the sources of a dataset. */
export const sourcePaths = {
  sources: (datasetId: string) => apiPath`/datasets/${datasetId}/sources`,
  testSource: (datasetId: string) => apiPath`/datasets/${datasetId}/sources/test`,
  source: (datasetId: string, sourceId: string) =>
    apiPath`/datasets/${datasetId}/sources/${sourceId}`,
  connectSource: (datasetId: string, sourceId: string) =>
    apiPath`/datasets/${datasetId}/sources/${sourceId}/connect`,
  finishSourceConnection: (datasetId: string, sourceId: string) =>
    apiPath`/datasets/${datasetId}/sources/${sourceId}/connect/finish`,
  sourceRuns: (datasetId: string, sourceId: string, query: { cursor?: string } = {}) =>
    withQuery(apiPath`/datasets/${datasetId}/sources/${sourceId}/runs`, query),
  approveSourceRun: (datasetId: string, sourceId: string) =>
    apiPath`/datasets/${datasetId}/sources/${sourceId}/runs/approve`,
  cancelSourceRun: (datasetId: string, sourceId: string) =>
    apiPath`/datasets/${datasetId}/sources/${sourceId}/runs/cancel`,
  sourceObjects: (
    datasetId: string,
    sourceId: string,
    query: { state?: string; cursor?: string } = {},
  ) => withQuery(apiPath`/datasets/${datasetId}/sources/${sourceId}/objects`, query),
} as const;
