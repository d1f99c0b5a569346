import type { AccessRow } from '../access-row.ts';

export const DATASET_ROWS: AccessRow[] = [
  {
    route: 'GET /datasets',
    access: { header: 'Viewer' },
    path: () => '/datasets',
    status: 200,
  },
  {
    route: 'POST /datasets',
    access: { header: 'Editor' },
    path: () => '/datasets',
    json: () => ({ name: 'Another', metadata_parameters: { chunk_size: 500 } }),
    status: 201,
  },
  {
    route: 'PATCH /datasets/:id',
    access: { header: 'Editor' },
    path: ({ datasetId }) => `/datasets/${datasetId}`,
    json: () => ({ name: 'Renamed' }),
    status: 204,
  },
  {
    route: 'DELETE /datasets/:id',
    access: { header: 'Editor' },
    path: ({ datasetId }) => `/datasets/${datasetId}`,
    status: 204,
  },
  {
    route: 'GET /datasets/:id/documents',
    access: { header: 'Viewer' },
    path: ({ datasetId }) => `/datasets/${datasetId}/documents?page=1&limit=1`,
    status: 200,
  },
  {
    route: 'GET /datasets/:id/navigate',
    access: { header: 'Viewer' },
    path: ({ datasetId }) => `/datasets/${datasetId}/navigate`,
    status: 200,
  },
  {
    route: 'POST /datasets/preview-chunks',
    access: { header: 'Editor' },
    path: () => '/datasets/preview-chunks',
    json: () => ({ text: 'Text.' }),
    status: 200,
  },
  {
    route: 'GET /datasets/:id/manifest',
    access: { header: 'Viewer' },
    path: ({ datasetId }) => `/datasets/${datasetId}/manifest`,
    status: 200,
  },
  {
    route: 'POST /datasets/:id/documents/retry',
    access: { header: 'Editor' },
    path: ({ datasetId }) => `/datasets/${datasetId}/documents/retry`,
    json: ({ documentId }) => ({ document_ids: [documentId] }),
    status: 200,
  },
  {
    route: 'GET /datasets/:id/events',
    access: { header: 'Viewer' },
    path: ({ datasetId }) => `/datasets/${datasetId}/events`,
    status: 200,
  },
];
