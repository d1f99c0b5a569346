import { authorizationRequest } from '../oauth-request.ts';
import { accountRow, type AccessRow } from '../access-row.ts';
import { CREATED_PASSKEY, USED_PASSKEY } from '../../webauthn/invented-passkeys.ts';
import { PASSWORD } from '../../server-fixture.ts';

const publicRow = (route: string, status: number, json?: unknown): AccessRow => ({
  ...accountRow(route, status, json),
  access: 'public',
});

const address = { email_address: 'route-access@example.com' };
const name = { first_name: 'A', last_name: 'B' };

const NO_WORKSPACE = '00000000-0000-4000-8000-000000000000';

export const ACCOUNT_ROWS: AccessRow[] = [
  publicRow('POST /accounts/register', 201, { ...name, ...address, password: PASSWORD }),
  publicRow('POST /accounts/login', 400, { ...address, password: 'not the password' }),
  publicRow('POST /accounts/login/second-step', 401, { code: '123456' }),
  publicRow('POST /accounts/login/recovery', 401),
  publicRow('POST /accounts/login/recovery/stop', 400, { token: 'x' }),
  publicRow('POST /accounts/login/recovery/complete', 400, { token: 'x', password: PASSWORD }),
  publicRow('PUT /accounts/sessions', 401),
  publicRow('POST /accounts/approvals', 201, { client_name: 'ada-laptop' }),
  publicRow('POST /accounts/approvals/token', 400, { device_code: 'x' }),
  publicRow('POST /accounts/reset-password', 204, address),
  publicRow('PUT /accounts/reset-password', 400, { token: 'x', new_password: PASSWORD }),
  publicRow('POST /accounts/confirm-email', 204, address),
  publicRow('PUT /accounts/confirm-email', 400, { token: 'x' }),
  publicRow('POST /accounts/invitation', 400, { invitation_token: 'x' }),
  publicRow('POST /accounts/accept-invitation', 400, {
    ...name,
    password: PASSWORD,
    invitation_token: 'x',
  }),
  accountRow('POST /accounts/reauthenticate', 204, { password: PASSWORD }),
  accountRow('GET /accounts/factors', 200),
  accountRow('PUT /accounts/password', 422, { current_password: 'wrong', new_password: PASSWORD }),
  publicRow('POST /accounts/login/passkey/options', 200),
  publicRow('POST /accounts/login/passkey', 400, { passkey: USED_PASSKEY }),
  accountRow('GET /accounts/passkeys', 200),
  accountRow('POST /accounts/passkeys/options', 200),
  accountRow('POST /accounts/passkeys', 400, { name: 'Laptop', passkey: CREATED_PASSKEY }),
  accountRow('PATCH /accounts/passkeys/:id', 404, { name: 'Laptop' }),
  accountRow('DELETE /accounts/passkeys/:id', 404),
  accountRow('POST /accounts/reauthenticate/passkey/options', 409),
  accountRow('POST /accounts/reauthenticate/passkey', 400, { passkey: USED_PASSKEY }),
  accountRow('GET /accounts/totp', 200),
  accountRow('POST /accounts/totp', 200),
  accountRow('PUT /accounts/totp', 400, { code: '123456' }),
  accountRow('DELETE /accounts/totp', 404),
  accountRow('POST /accounts/recovery-codes', 404),
  accountRow('DELETE /accounts/trusted-browsers', 204),
  accountRow('GET /accounts/current', 200),
  {
    ...accountRow('GET /accounts/approvals', 404),
    path: () => '/accounts/approvals?code=BBBB-BBBB',
  },
  accountRow('PUT /accounts/approvals', 404, { user_code: 'BBBB-BBBB', approved: true }),
  accountRow('GET /accounts/grants', 200),
  {
    ...accountRow('GET /accounts/grants/requested', 404),
    path: () =>
      `/accounts/grants/requested?${new URLSearchParams(authorizationRequest(NO_WORKSPACE)).toString()}`,
  },
  accountRow('DELETE /accounts/grants/:id', 404),
  accountRow('GET /accounts/emails', 200),
  accountRow('POST /accounts/emails', 201, { email_address: 'second@example.com' }),
  accountRow('DELETE /accounts/emails/:id', 404),
  accountRow('GET /accounts/sessions', 200),
  accountRow('DELETE /accounts/sessions', 204),
  accountRow('DELETE /accounts/sessions/:id', 404),
  accountRow('DELETE /accounts/:id', 404),
  accountRow('POST /accounts/logout', 204),
];
