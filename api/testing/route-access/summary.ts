import type { TenantRow } from './tenant-row.ts';

export const SUMMARY_ROWS: TenantRow[] = [
  {
    route: 'GET /summary',
    access: { header: 'Viewer' },
    path: () => '/summary',
    status: 200,
  },
];
