import { ACCESS_ACTIONS } from './access-actions.ts';
import { ACCOUNT_ACTIONS } from './account-actions.ts';
import { CHUNK_ACTIONS } from './chunk-actions.ts';
import { CONTENT_ACTIONS } from './content-actions.ts';
import { DUPLICATE_ACTIONS } from './duplicate-actions.ts';
import { MOVE_ACTIONS } from './move-actions.ts';
import { GRANT_ACTIONS } from './grant-actions.ts';
import { ORGANIZATION_ACTIONS } from './organization-actions.ts';
import { PASSKEY_ACTIONS } from './passkey-actions.ts';
import { SECOND_STEP_ACTIONS } from './second-step-actions.ts';
import { SIGN_IN_ACTIONS } from './sign-in-actions.ts';
import { SOURCE_ACTIONS } from './source-actions.ts';
import { TEST_SET_ACTIONS } from './test-set-actions.ts';
import { VERSION_ACTIONS } from './version-actions.ts';
import { WEBHOOK_ACTIONS } from './webhook-actions.ts';

/** Every route that changes something which is recorded. */
export const AUDITED_ACTIONS = {
  ...ACCOUNT_ACTIONS,
  ...PASSKEY_ACTIONS,
  ...SECOND_STEP_ACTIONS,
  ...ORGANIZATION_ACTIONS,
  ...ACCESS_ACTIONS,
  ...WEBHOOK_ACTIONS,
  ...SIGN_IN_ACTIONS,
  ...GRANT_ACTIONS,
  ...CONTENT_ACTIONS,
  ...DUPLICATE_ACTIONS,
  ...CHUNK_ACTIONS,
  ...MOVE_ACTIONS,
  ...TEST_SET_ACTIONS,
  ...SOURCE_ACTIONS,
  ...VERSION_ACTIONS,
};
