import type { AccessRow } from '../access-row.ts';

export const SUMMARY_ROWS: AccessRow[] = [
  {
    route: 'GET /summary',
    access: { header: 'Viewer' },
    path: () => '/summary',
    status: 200,
  },
];
