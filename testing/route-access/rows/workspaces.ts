import type { AccessRow, SeededIds } from '../access-row.ts';
import { authorizationRequest } from '../oauth-request.ts';

const attachment = ({ workspaceId, datasetId }: SeededIds) =>
  `/workspaces/${workspaceId}/datasets/${datasetId}`;

export const WORKSPACE_ROWS: AccessRow[] = [
  {
    route: 'GET /workspaces',
    keys: 'documents:read',
    access: { header: 'Viewer' },
    path: () => '/workspaces',
    status: 200,
  },
  {
    route: 'POST /workspaces',
    access: { header: 'Editor' },
    path: () => '/workspaces',
    json: () => ({ name: 'Shelf' }),
    status: 201,
  },
  {
    route: 'GET /workspaces/:id',
    keys: 'documents:read',
    access: { header: 'Viewer' },
    path: ({ workspaceId }) => `/workspaces/${workspaceId}`,
    status: 200,
  },
  {
    route: 'PATCH /workspaces/:id',
    access: { header: 'Editor' },
    path: ({ workspaceId }) => `/workspaces/${workspaceId}`,
    json: () => ({ name: 'Shelf' }),
    status: 204,
  },
  {
    route: 'GET /workspaces/:id/access',
    access: { header: 'Viewer' },
    path: ({ workspaceId }) => `/workspaces/${workspaceId}/access`,
    status: 200,
  },
  {
    route: 'POST /workspaces/:id/access/take',
    access: { header: 'Admin' },
    path: ({ workspaceId }) => `/workspaces/${workspaceId}/access/take`,
    status: 204,
  },
  {
    route: 'PUT /workspaces/:id/access',
    access: { header: 'Admin' },
    path: ({ workspaceId }) => `/workspaces/${workspaceId}/access`,
    json: ({ groupId }) => ({ access: 'named', entries: [{ group_id: groupId, role: 'Reader' }] }),
    status: 204,
  },
  {
    // Who can reach it, and everybody where it is not known, gets no more than for an unknown id.
    route: 'GET /workspaces/:id/access-request',
    access: { header: 'Viewer' },
    path: ({ workspaceId }) => `/workspaces/${workspaceId}/access-request`,
    status: 404,
  },
  {
    route: 'POST /workspaces/:id/access-request',
    access: { header: 'Viewer' },
    path: ({ workspaceId }) => `/workspaces/${workspaceId}/access-request`,
    json: () => ({ reason: 'I write it.' }),
    status: 404,
  },
  {
    route: 'POST /workspaces/:id/access-requests/:accountId/grant',
    access: { header: 'Admin' },
    path: ({ workspaceId, otherMemberId }) =>
      `/workspaces/${workspaceId}/access-requests/${otherMemberId}/grant`,
    json: () => ({ role: 'Reader' }),
    status: 204,
  },
  {
    route: 'DELETE /workspaces/:id/access-requests/:accountId',
    access: { header: 'Admin' },
    path: ({ workspaceId, otherMemberId }) =>
      `/workspaces/${workspaceId}/access-requests/${otherMemberId}`,
    status: 204,
  },
  {
    route: 'DELETE /workspaces/:id',
    access: { header: 'Editor' },
    path: ({ workspaceId }) => `/workspaces/${workspaceId}`,
    status: 204,
  },
  {
    route: 'GET /workspaces/:id/datasets',
    keys: 'documents:read',
    access: { header: 'Viewer' },
    path: ({ workspaceId }) => `/workspaces/${workspaceId}/datasets`,
    status: 200,
  },
  {
    route: 'PUT /workspaces/:id/datasets/:datasetId',
    access: { header: 'Editor' },
    path: attachment,
    status: 204,
  },
  {
    route: 'DELETE /workspaces/:id/datasets/:datasetId',
    access: { header: 'Editor' },
    path: attachment,
    status: 204,
  },
  {
    route: 'POST /workspaces/:id/grants',
    access: { header: 'Viewer' },
    path: ({ workspaceId }) => `/workspaces/${workspaceId}/grants`,
    json: ({ workspaceId }) => ({ ...authorizationRequest(workspaceId), approved: true }),
    status: 200,
  },
];
