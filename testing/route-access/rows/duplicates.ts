import type { AccessRow } from '../access-row.ts';

export const DUPLICATE_ROWS: AccessRow[] = [
  {
    route: 'GET /datasets/:id/documents/:documentId/comparison',
    keys: 'documents:read',
    access: { header: 'Viewer' },
    path: ({ datasetId, documentId }) =>
      `/datasets/${datasetId}/documents/${documentId}/comparison?with=${documentId}`,
    status: 200,
  },
  {
    route: 'GET /datasets/:id/duplicates',
    keys: 'documents:read',
    access: { header: 'Viewer' },
    path: ({ datasetId }) => `/datasets/${datasetId}/duplicates?kind=equal`,
    status: 200,
  },
  {
    // Nothing is equal there.
    route: 'GET /datasets/:id/duplicates/:groupId',
    keys: 'documents:read',
    access: { header: 'Viewer' },
    path: ({ datasetId, documentId }) => `/datasets/${datasetId}/duplicates/${documentId}`,
    status: 404,
  },
  {
    route: 'PUT /datasets/:id/duplicates/:groupId/dismissal',
    access: { header: 'Editor' },
    path: ({ datasetId, documentId }) =>
      `/datasets/${datasetId}/duplicates/${documentId}/dismissal`,
    status: 404,
  },
  {
    route: 'DELETE /datasets/:id/duplicates/:groupId/dismissal',
    access: { header: 'Editor' },
    path: ({ datasetId, documentId }) =>
      `/datasets/${datasetId}/duplicates/${documentId}/dismissal`,
    status: 404,
  },
  {
    route: 'POST /datasets/:id/duplicates/resolve',
    access: { header: 'Editor' },
    path: ({ datasetId }) => `/datasets/${datasetId}/duplicates/resolve`,
    json: () => ({ kind: 'equal', keep: 'newest' }),
    status: 200,
  },
];
