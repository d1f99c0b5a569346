import type { AccessRow } from '../access-row.ts';

export const TELEMETRY_ROWS: AccessRow[] = [
  {
    route: 'POST /telemetry',
    access: 'public',
    path: () => '/telemetry',
    json: () => ({ version: '1.0.0', events: [] }),
    status: 204,
  },
];
