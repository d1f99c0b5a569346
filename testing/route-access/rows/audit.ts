import type { AccessRow } from '../access-row.ts';

export const AUDIT_ROWS: AccessRow[] = [
  {
    route: 'GET /organizations/:id/audit',
    access: { path: 'Admin' },
    path: ({ organizationId }) => `/organizations/${organizationId}/audit`,
    status: 200,
  },
];
