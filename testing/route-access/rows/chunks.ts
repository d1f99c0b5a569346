import type { AccessRow } from '../access-row.ts';

const changeRow = (method: string, part: string, json?: object): AccessRow => ({
  route: `${method} /datasets/:id/documents/:documentId/chunks/:number${part}`,
  keys: 'documents:write',
  access: { header: 'Editor' },
  path: ({ datasetId, documentId }) =>
    `/datasets/${datasetId}/documents/${documentId}/chunks/0${part}`,
  ...(json && { json: () => json }),
  status: 409,
});

/** Changing chunks by hand. The document was not read, and has a lost change. */
export const CHUNK_ROWS: AccessRow[] = [
  changeRow('PATCH', '', { keywords: ['word'] }),
  changeRow('POST', '/split', { at: 4 }),
  changeRow('POST', '/restore'),
  {
    route: 'POST /datasets/:id/documents/:documentId/chunks/:number/join',
    keys: 'documents:write',
    access: { header: 'Editor' },
    path: ({ datasetId, documentId }) =>
      `/datasets/${datasetId}/documents/${documentId}/chunks/0/join`,
    json: () => ({ next: 'another' }),
    status: 409,
  },
  {
    route: 'GET /datasets/:id/documents/:documentId/chunks/changes',
    keys: 'documents:read',
    access: { header: 'Viewer' },
    path: ({ datasetId, documentId }) =>
      `/datasets/${datasetId}/documents/${documentId}/chunks/changes`,
    status: 200,
  },
  {
    route: 'POST /datasets/:id/documents/:documentId/chunks/changes/:changeId/apply',
    keys: 'documents:write',
    access: { header: 'Editor' },
    path: ({ datasetId, documentId }) =>
      `/datasets/${datasetId}/documents/${documentId}/chunks/changes/${documentId}/apply`,
    json: () => ({ number: 0, etag: 'another' }),
    status: 409,
  },
  {
    route: 'DELETE /datasets/:id/documents/:documentId/chunks/changes/:changeId',
    keys: 'documents:write',
    access: { header: 'Editor' },
    path: ({ datasetId, documentId }) =>
      `/datasets/${datasetId}/documents/${documentId}/chunks/changes/${documentId}`,
    status: 204,
  },
  {
    route: 'GET /datasets/:id/chunk-changes',
    keys: 'documents:read',
    access: { header: 'Viewer' },
    path: ({ datasetId }) => `/datasets/${datasetId}/chunk-changes`,
    status: 200,
  },
];
