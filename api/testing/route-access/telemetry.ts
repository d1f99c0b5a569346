import type { TenantRow } from './tenant-row.ts';

export const TELEMETRY_ROWS: TenantRow[] = [
  {
    route: 'POST /telemetry',
    access: 'public',
    path: () => '/telemetry',
    json: () => ({ version: '1.0.0', events: [] }),
    status: 204,
  },
];
