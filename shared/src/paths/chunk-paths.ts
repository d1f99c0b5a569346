import { apiPath } from './path.ts';
import { withQuery } from './with-query.ts';

const chunkPath = (datasetId: string, documentId: string, number: number, part = '') =>
  `${apiPath`/datasets/${datasetId}/documents/${documentId}/chunks`}/${number}${part}`;

/** Calls that change the chunks of a document. `etag` says which chunk the caller has seen. */
export const chunkPaths = {
  chunk: (datasetId: string, documentId: string, number: number, query: { etag?: string } = {}) =>
    withQuery(chunkPath(datasetId, documentId, number), { ...query }),
  splitChunk: (
    datasetId: string,
    documentId: string,
    number: number,
    query: { etag?: string } = {},
  ) => withQuery(chunkPath(datasetId, documentId, number, '/split'), { ...query }),
  joinChunks: (
    datasetId: string,
    documentId: string,
    number: number,
    query: { etag?: string } = {},
  ) => withQuery(chunkPath(datasetId, documentId, number, '/join'), { ...query }),
  restoreChunk: (
    datasetId: string,
    documentId: string,
    number: number,
    query: { etag?: string } = {},
  ) => withQuery(chunkPath(datasetId, documentId, number, '/restore'), { ...query }),
  chunkChanges: (datasetId: string, documentId: string) =>
    apiPath`/datasets/${datasetId}/documents/${documentId}/chunks/changes`,
  chunkChange: (datasetId: string, documentId: string, changeId: string) =>
    apiPath`/datasets/${datasetId}/documents/${documentId}/chunks/changes/${changeId}`,
  applyChunkChange: (datasetId: string, documentId: string, changeId: string) =>
    apiPath`/datasets/${datasetId}/documents/${documentId}/chunks/changes/${changeId}/apply`,
  datasetChunkChanges: (datasetId: string) => apiPath`/datasets/${datasetId}/chunk-changes`,
};
