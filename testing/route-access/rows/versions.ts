import type { AccessRow } from '../access-row.ts';

export const VERSION_ROWS: AccessRow[] = [
  {
    route: 'GET /datasets/:id/documents/:documentId/versions',
    keys: 'documents:read',
    access: { header: 'Viewer' },
    path: ({ datasetId, documentId }) => `/datasets/${datasetId}/documents/${documentId}/versions`,
    status: 200,
  },
  {
    route: 'GET /datasets/:id/documents/:documentId/versions/compare',
    keys: 'documents:read',
    access: { header: 'Viewer' },
    path: ({ datasetId, documentId }) =>
      `/datasets/${datasetId}/documents/${documentId}/versions/compare?from=1`,
    status: 200,
  },
  {
    route: 'GET /datasets/:id/documents/:documentId/versions/:number/text',
    keys: 'documents:read',
    access: { header: 'Viewer' },
    path: ({ datasetId, documentId }) =>
      `/datasets/${datasetId}/documents/${documentId}/versions/1/text`,
    status: 200,
  },
  {
    route: 'GET /datasets/:id/documents/:documentId/versions/:number/content',
    keys: 'documents:read',
    access: { header: 'Viewer' },
    path: ({ datasetId, documentId }) =>
      `/datasets/${datasetId}/documents/${documentId}/versions/1/content`,
    status: 410,
  },
  {
    route: 'POST /datasets/:id/documents/:documentId/versions/:number/restore',
    keys: 'documents:write',
    access: { header: 'Editor' },
    path: ({ datasetId, documentId }) =>
      `/datasets/${datasetId}/documents/${documentId}/versions/1/restore`,
    status: 200,
  },
  {
    route: 'DELETE /datasets/:id/documents/:documentId/versions/:number',
    keys: 'documents:write',
    access: { header: 'Editor' },
    path: ({ datasetId, documentId }) =>
      `/datasets/${datasetId}/documents/${documentId}/versions/1`,
    // It is the current one.
    status: 409,
  },
];
