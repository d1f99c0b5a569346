import { accountRow, type AccessRow } from '../access-row.ts';

export const ORGANIZATION_ROWS: AccessRow[] = [
  accountRow('GET /organizations', 200),
  accountRow('POST /organizations', 201, { name: 'Another' }),
  accountRow('POST /organizations/join', 400, { invitation_token: 'x' }),
  {
    route: 'GET /organizations/:id/api-keys',
    access: { path: 'Admin' },
    path: ({ organizationId }) => `/organizations/${organizationId}/api-keys`,
    status: 200,
  },
  {
    route: 'POST /organizations/:id/api-keys',
    access: { path: 'Admin' },
    path: ({ organizationId }) => `/organizations/${organizationId}/api-keys`,
    json: ({ datasetId, workspaceId }) => ({
      name: 'Nightly',
      scopes: ['search'],
      dataset_ids: [datasetId],
      workspace_ids: [workspaceId],
    }),
    status: 201,
  },
  {
    route: 'POST /organizations/:id/api-keys/:keyId/rotate',
    access: { path: 'Admin' },
    path: ({ organizationId, apiKeyId }) =>
      `/organizations/${organizationId}/api-keys/${apiKeyId}/rotate`,
    json: () => ({}),
    status: 201,
  },
  {
    route: 'DELETE /organizations/:id/api-keys/:keyId',
    access: { path: 'Admin' },
    path: ({ organizationId, apiKeyId }) => `/organizations/${organizationId}/api-keys/${apiKeyId}`,
    status: 204,
  },
  {
    route: 'GET /organizations/:id/members',
    access: { path: 'Viewer' },
    path: ({ organizationId }) => `/organizations/${organizationId}/members`,
    status: 200,
  },
  {
    route: 'POST /organizations/:id/members',
    access: { path: 'Admin' },
    path: ({ organizationId }) => `/organizations/${organizationId}/members`,
    json: ({ viewerRoleId }) => ({ email_address: 'guest@example.com', role_id: viewerRoleId }),
    status: 201,
  },
  {
    route: 'PATCH /organizations/:id/members/:accountId',
    access: { path: 'Admin' },
    path: ({ organizationId, otherMemberId }) =>
      `/organizations/${organizationId}/members/${otherMemberId}`,
    json: ({ viewerRoleId }) => ({ role_id: viewerRoleId }),
    status: 204,
  },
  {
    route: 'DELETE /organizations/:id/members/:accountId',
    access: { path: 'Admin' },
    path: ({ organizationId, otherMemberId }) =>
      `/organizations/${organizationId}/members/${otherMemberId}`,
    status: 204,
  },
  {
    route: 'GET /organizations/:id/groups',
    access: { path: 'Viewer' },
    path: ({ organizationId }) => `/organizations/${organizationId}/groups`,
    status: 200,
  },
  {
    route: 'POST /organizations/:id/groups',
    access: { path: 'Admin' },
    path: ({ organizationId }) => `/organizations/${organizationId}/groups`,
    json: ({ otherMemberId }) => ({ name: 'Editors', account_ids: [otherMemberId] }),
    status: 201,
  },
  {
    route: 'GET /organizations/:id/groups/:groupId',
    access: { path: 'Viewer' },
    path: ({ organizationId, groupId }) => `/organizations/${organizationId}/groups/${groupId}`,
    status: 200,
  },
  {
    route: 'PATCH /organizations/:id/groups/:groupId',
    access: { path: 'Admin' },
    path: ({ organizationId, groupId }) => `/organizations/${organizationId}/groups/${groupId}`,
    json: ({ otherMemberId }) => ({ name: 'Renamed', account_ids: [otherMemberId] }),
    status: 204,
  },
  {
    route: 'DELETE /organizations/:id/groups/:groupId',
    access: { path: 'Admin' },
    path: ({ organizationId, groupId }) => `/organizations/${organizationId}/groups/${groupId}`,
    status: 204,
  },
  {
    route: 'GET /organizations/:id/sign-in-policy',
    access: { path: 'Admin' },
    path: ({ organizationId }) => `/organizations/${organizationId}/sign-in-policy`,
    status: 200,
  },
  {
    route: 'PUT /organizations/:id/sign-in-policy',
    access: { path: 'Owner' },
    path: ({ organizationId }) => `/organizations/${organizationId}/sign-in-policy`,
    json: () => ({ second_factor_from: null, allowed_methods: ['password'], idle_minutes: null }),
    status: 204,
  },
  {
    route: 'POST /organizations/:id/leave',
    access: { path: 'Viewer' },
    path: ({ organizationId }) => `/organizations/${organizationId}/leave`,
    status: 204,
  },
  {
    route: 'GET /organizations/:id/invitations',
    access: { path: 'Viewer' },
    path: ({ organizationId }) => `/organizations/${organizationId}/invitations`,
    status: 200,
  },
  {
    route: 'POST /organizations/:id/invitations/:invitationId/resend',
    access: { path: 'Admin' },
    path: ({ organizationId, invitationId }) =>
      `/organizations/${organizationId}/invitations/${invitationId}/resend`,
    status: 204,
  },
  {
    route: 'DELETE /organizations/:id/invitations/:invitationId',
    access: { path: 'Admin' },
    path: ({ organizationId, invitationId }) =>
      `/organizations/${organizationId}/invitations/${invitationId}`,
    status: 204,
  },
  {
    route: 'GET /organizations/:id/overview',
    access: { path: 'Viewer' },
    path: ({ organizationId }) => `/organizations/${organizationId}/overview`,
    status: 200,
  },
  {
    route: 'GET /organizations/:id/usage',
    access: { path: 'Viewer' },
    path: ({ organizationId }) => `/organizations/${organizationId}/usage`,
    status: 200,
  },
  {
    route: 'GET /organizations/:id/background-work',
    access: { path: 'Viewer' },
    path: ({ organizationId }) => `/organizations/${organizationId}/background-work`,
    status: 200,
  },
  {
    route: 'GET /organizations/:id/models',
    access: { path: 'Admin' },
    path: ({ organizationId }) => `/organizations/${organizationId}/models`,
    status: 200,
  },
  {
    route: 'POST /organizations/:id/models/test',
    access: { path: 'Admin' },
    path: ({ organizationId }) => `/organizations/${organizationId}/models/test`,
    json: () => ({ model: 'rerank' }),
    // The server has no such model.
    status: 409,
  },
  {
    route: 'PATCH /organizations/:id',
    access: { path: 'Admin' },
    path: ({ organizationId }) => `/organizations/${organizationId}`,
    json: () => ({ name: 'Renamed' }),
    status: 204,
  },
  {
    route: 'DELETE /organizations/:id',
    access: { path: 'Owner' },
    path: ({ organizationId }) => `/organizations/${organizationId}`,
    status: 204,
  },
  {
    route: 'GET /organizations/:id/provisioning',
    access: { path: 'Admin' },
    path: ({ organizationId }) => `/organizations/${organizationId}/provisioning`,
    status: 200,
  },
  {
    route: 'PATCH /organizations/:id/provisioning',
    access: { path: 'Owner' },
    path: ({ organizationId }) => `/organizations/${organizationId}/provisioning`,
    json: () => ({ default_role: 'Editor' }),
    status: 204,
  },
  {
    route: 'PATCH /organizations/:id/provisioning/groups/:groupId',
    access: { path: 'Owner' },
    path: ({ organizationId, scimGroupId }) =>
      `/organizations/${organizationId}/provisioning/groups/${scimGroupId}`,
    json: () => ({ role: 'Editor' }),
    status: 204,
  },
];
