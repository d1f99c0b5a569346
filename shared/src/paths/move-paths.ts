import { apiPath } from './path.ts';
import { withQuery } from './with-query.ts';

/** Calls that move documents and folders, and that download them. */
export const movePaths = {
  planMove: (datasetId: string) => apiPath`/datasets/${datasetId}/documents/move/plan`,
  moveDocuments: (datasetId: string) => apiPath`/datasets/${datasetId}/documents/move`,
  undoMove: (datasetId: string) => apiPath`/datasets/${datasetId}/documents/move/undo`,
  folders: (datasetId: string) => apiPath`/datasets/${datasetId}/folders`,
  downloadDocuments: (datasetId: string) => apiPath`/datasets/${datasetId}/documents/download`,
  documentDownload: (datasetId: string, id: string, query: { organization_id?: string } = {}) =>
    withQuery(apiPath`/datasets/${datasetId}/downloads/${id}`, query),
} as const;
