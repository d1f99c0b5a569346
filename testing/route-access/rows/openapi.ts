import type { AccessRow } from '../access-row.ts';

export const OPENAPI_ROWS: AccessRow[] = [
  {
    route: 'GET /openapi.json',
    access: 'public',
    path: () => '/openapi.json',
    status: 200,
  },
];
