import type { TenantRow } from './tenant-row.ts';

export const AUDIT_ROWS: TenantRow[] = [
  {
    route: 'GET /organizations/:id/audit',
    access: { path: 'Admin' },
    path: ({ organizationId }) => `/organizations/${organizationId}/audit`,
    status: 200,
  },
];
