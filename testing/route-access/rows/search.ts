import type { AccessRow } from '../access-row.ts';

export const SEARCH_ROWS: AccessRow[] = [
  {
    route: 'POST /workspaces/:id/search',
    keys: 'search',
    access: { header: 'Viewer' },
    path: ({ workspaceId }) => `/workspaces/${workspaceId}/search`,
    json: () => ({ query: 'words' }),
    status: 200,
  },
  {
    route: 'GET /workspaces/:id/searches',
    access: { header: 'Editor' },
    path: ({ workspaceId }) => `/workspaces/${workspaceId}/searches`,
    status: 200,
  },
  {
    route: 'GET /ask',
    access: { header: 'Viewer' },
    path: () => '/ask',
    status: 200,
  },
  {
    route: 'POST /workspaces/:id/ask',
    access: { header: 'Viewer' },
    path: ({ workspaceId }) => `/workspaces/${workspaceId}/ask`,
    json: () => ({ query: 'words' }),
    status: 200,
  },
  {
    route: 'POST /datasets/:id/search',
    keys: 'search',
    access: { header: 'Viewer' },
    path: ({ datasetId }) => `/datasets/${datasetId}/search`,
    json: () => ({ query: 'words' }),
    status: 200,
  },
  {
    route: 'POST /search',
    keys: 'search',
    access: { header: 'Viewer' },
    path: () => '/search',
    json: () => ({ query: 'words' }),
    status: 200,
  },
];
