import { accountRow, type AccessRow, type SeededIds } from '../access-row.ts';

const domains = ({ organizationId }: SeededIds) => `/organizations/${organizationId}/domains`;
const domain = (ids: SeededIds) => `${domains(ids)}/${ids.domainId}`;
const provider = ({ organizationId }: SeededIds) =>
  `/organizations/${organizationId}/identity-provider`;

const NO_PROVIDER = '00000000-0000-4000-8000-000000000000';

/** Single sign-on, and what an organization says about it. */
export const SIGN_IN_ROWS: AccessRow[] = [
  {
    ...accountRow('POST /accounts/login/sso', 404, { email_address: 'ada@elsewhere.example' }),
    access: 'public',
  },
  { ...accountRow('GET /accounts/login/sso/link', 404), access: 'public' },
  accountRow('POST /accounts/login/sso/link', 404),
  accountRow('POST /accounts/reauthenticate/sso', 404, {}),
  accountRow('POST /accounts/reauthenticate/mail', 403),
  accountRow('PUT /accounts/reauthenticate/mail', 403, { code: 'BBBBB-BBBBB' }),
  {
    route: 'GET /accounts/login/sso/callback/:organizationId',
    access: 'public',
    path: () => `/accounts/login/sso/callback/${NO_PROVIDER}`,
    status: 302,
  },
  {
    route: 'POST /accounts/login/sso/backchannel-logout/:organizationId',
    access: 'public',
    path: () => `/accounts/login/sso/backchannel-logout/${NO_PROVIDER}`,
    body: {
      bytes: new TextEncoder().encode('logout_token=x'),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    },
    status: 404,
  },
  {
    route: 'GET /organizations/:id/domains',
    access: { path: 'Admin' },
    path: domains,
    status: 200,
  },
  {
    route: 'POST /organizations/:id/domains',
    access: { path: 'Admin' },
    path: domains,
    json: () => ({ domain: 'another.example' }),
    status: 201,
  },
  {
    route: 'POST /organizations/:id/domains/:domainId/verify',
    access: { path: 'Admin' },
    path: (ids) => `${domain(ids)}/verify`,
    json: () => ({ code: 'BBBBB-BBBBB' }),
    status: 422,
  },
  {
    route: 'POST /organizations/:id/domains/:domainId/mail',
    access: { path: 'Admin' },
    path: (ids) => `${domain(ids)}/mail`,
    status: 204,
  },
  {
    route: 'DELETE /organizations/:id/domains/:domainId',
    access: { path: 'Admin' },
    path: domain,
    status: 204,
  },
  {
    route: 'GET /organizations/:id/identity-provider',
    access: { path: 'Owner' },
    path: provider,
    status: 200,
  },
  {
    route: 'PUT /organizations/:id/identity-provider',
    access: { path: 'Owner' },
    path: provider,
    json: () => ({
      issuer: 'https://login.example.com',
      client_id: 'carrel',
      client_secret: 'secret',
      default_role: 'Viewer',
      enabled: true,
      enforced: false,
    }),
    status: 200,
  },
  {
    route: 'DELETE /organizations/:id/identity-provider',
    access: { path: 'Owner' },
    path: provider,
    status: 204,
  },
  {
    route: 'POST /organizations/:id/identity-provider/test',
    access: { path: 'Owner' },
    path: (ids) => `${provider(ids)}/test`,
    json: () => ({ issuer: 'https://10.0.0.1' }),
    status: 409,
  },
];
