import type { AccessRow, SeededIds } from '../access-row.ts';

const TUS = { 'Tus-Resumable': '1.0.0' };

const one = ({ datasetId, uploadId }: SeededIds) => `/datasets/${datasetId}/uploads/${uploadId}`;

/** An upload is its creator's: to other callers with the role it is absent. */
export const UPLOAD_ROWS: AccessRow[] = [
  {
    route: 'GET /uploads',
    keys: 'documents:write',
    access: { header: 'Viewer' },
    path: () => '/uploads',
    status: 200,
  },
  {
    route: 'GET /datasets/:id/uploads',
    keys: 'documents:write',
    access: { header: 'Viewer' },
    path: ({ datasetId }) => `/datasets/${datasetId}/uploads`,
    status: 200,
  },
  {
    route: 'OPTIONS /datasets/:id/uploads',
    access: 'public',
    path: ({ datasetId }) => `/datasets/${datasetId}/uploads`,
    status: 204,
  },
  {
    route: 'POST /datasets/:id/uploads',
    keys: 'documents:write',
    access: { header: 'Editor' },
    path: ({ datasetId }) => `/datasets/${datasetId}/uploads`,
    body: { headers: { ...TUS, 'Upload-Length': '1' } },
    status: 201,
  },
  {
    route: 'GET /datasets/:id/uploads/:uploadId',
    keys: 'documents:write',
    access: { header: 'Editor' },
    path: one,
    status: 404,
  },
  {
    route: 'PATCH /datasets/:id/uploads/:uploadId',
    keys: 'documents:write',
    access: { header: 'Editor' },
    path: one,
    body: {
      bytes: Uint8Array.from([0]),
      headers: {
        ...TUS,
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
      },
    },
    status: 404,
  },
  {
    route: 'DELETE /datasets/:id/uploads/:uploadId',
    keys: 'documents:write',
    access: { header: 'Editor' },
    path: one,
    body: { headers: TUS },
    status: 404,
  },
];
