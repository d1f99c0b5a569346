import type { AccessRow } from './access-row.ts';
import { ACCOUNT_ROWS } from './rows/accounts.ts';
import { ARCHIVE_ROWS } from './rows/archives.ts';
import { UPLOAD_ROWS } from './rows/uploads.ts';
import { AUDIT_ROWS } from './rows/audit.ts';
import { DATASET_ROWS } from './rows/datasets.ts';
import { MOVE_ROWS } from './rows/moves.ts';
import { ORGANIZATION_ROWS } from './rows/organizations.ts';
import { SEARCH_ROWS } from './rows/search.ts';
import { SOURCE_ROWS } from './rows/sources.ts';
import { SUMMARY_ROWS } from './rows/summary.ts';
import { TEST_SET_ROWS } from './rows/test-sets.ts';
import { OPENAPI_ROWS } from './rows/openapi.ts';
import { TELEMETRY_ROWS } from './rows/telemetry.ts';
import { SIGN_IN_ROWS } from './rows/sign-in.ts';
import { WEBHOOK_ROWS } from './rows/webhooks.ts';
import { WORKSPACE_ROWS } from './rows/workspaces.ts';

/** Every route of the API. Each noun has a file of rows. */
export const ROWS: AccessRow[] = [
  ...ACCOUNT_ROWS,
  ...SIGN_IN_ROWS,
  ...ORGANIZATION_ROWS,
  ...WEBHOOK_ROWS,
  ...WORKSPACE_ROWS,
  ...SEARCH_ROWS,
  ...TEST_SET_ROWS,
  ...DATASET_ROWS,
  ...MOVE_ROWS,
  ...SOURCE_ROWS,
  ...ARCHIVE_ROWS,
  ...UPLOAD_ROWS,
  ...SUMMARY_ROWS,
  ...AUDIT_ROWS,
  ...OPENAPI_ROWS,
  ...TELEMETRY_ROWS,
];
