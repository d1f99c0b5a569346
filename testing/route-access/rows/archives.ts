import type { AccessRow } from '../access-row.ts';

/** A zip without any entry is its end record alone. */
const EMPTY_ZIP = Uint8Array.from([0x50, 0x4b, 5, 6, ...Array<number>(18).fill(0)]);

export const ARCHIVE_ROWS: AccessRow[] = [
  {
    route: 'GET /datasets/:id/archives',
    keys: 'documents:read',
    access: { header: 'Viewer' },
    path: ({ datasetId }) => `/datasets/${datasetId}/archives`,
    status: 200,
  },
  {
    route: 'POST /datasets/:id/archives',
    keys: 'documents:write',
    access: { header: 'Editor' },
    path: ({ datasetId }) => `/datasets/${datasetId}/archives`,
    body: { bytes: EMPTY_ZIP, headers: { 'Content-Type': 'application/zip' } },
    status: 201,
  },
  {
    route: 'DELETE /datasets/:id/archives/:archiveId',
    access: { header: 'Editor' },
    path: ({ datasetId, archiveId }) => `/datasets/${datasetId}/archives/${archiveId}`,
    status: 204,
  },
  {
    route: 'GET /datasets/:id/archives/:archiveId/content',
    access: { header: 'Viewer' },
    path: ({ datasetId, archiveId }) => `/datasets/${datasetId}/archives/${archiveId}/content`,
    status: 410,
  },
  {
    route: 'POST /datasets/:id/archives/:archiveId/sync',
    access: { header: 'Editor' },
    path: ({ datasetId, archiveId }) => `/datasets/${datasetId}/archives/${archiveId}/sync`,
    status: 204,
  },
  {
    route: 'POST /datasets/:id/archives/:archiveId/pause',
    access: { header: 'Editor' },
    path: ({ datasetId, archiveId }) => `/datasets/${datasetId}/archives/${archiveId}/pause`,
    status: 409,
  },
  {
    route: 'POST /datasets/:id/archives/:archiveId/resume',
    access: { header: 'Editor' },
    path: ({ datasetId, archiveId }) => `/datasets/${datasetId}/archives/${archiveId}/resume`,
    status: 409,
  },
  {
    route: 'POST /datasets/:id/archives/:archiveId/cancel',
    access: { header: 'Editor' },
    path: ({ datasetId, archiveId }) => `/datasets/${datasetId}/archives/${archiveId}/cancel`,
    status: 409,
  },
  {
    route: 'GET /datasets/:id/progress',
    keys: 'documents:read',
    access: { header: 'Viewer' },
    path: ({ datasetId }) => `/datasets/${datasetId}/progress`,
    status: 200,
  },
  {
    route: 'GET /datasets/:id/archives/:archiveId/entries',
    keys: 'documents:read',
    access: { header: 'Viewer' },
    path: ({ datasetId, archiveId }) => `/datasets/${datasetId}/archives/${archiveId}/entries`,
    status: 200,
  },
];
