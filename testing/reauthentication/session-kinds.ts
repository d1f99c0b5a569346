import type { SignInMethod } from '@carrel/shared/contract';

import type { AuditFixture } from '../audited-actions/audit-fixture.ts';

/** A session by how it was authenticated, and which sensitive operations it may call. */
export interface SessionKind {
  methods: readonly SignInMethod[];
  /** When the account was authenticated in it. */
  authenticated: 'now' | 'an hour ago';
  /** Whose provider opened it, and when that vouched for it. */
  provider?: { of: 'the organization' | 'another'; vouched: 'now' | 'an hour ago' };
  may: readonly ('account' | 'organization')[];
}

const ALL = ['account', 'organization'] as const;
const VOUCHED = { of: 'the organization', vouched: 'now' } as const;
const ELSEWHERE = { of: 'another', vouched: 'now' } as const;

/** Every kind of authentication, recent and old. */
export const SESSION_KINDS: Record<string, SessionKind> = {
  'a password': { methods: ['password'], authenticated: 'now', may: ALL },
  'a passkey': { methods: ['passkey'], authenticated: 'now', may: ALL },
  'an authenticator app': { methods: ['password', 'totp'], authenticated: 'now', may: ALL },
  'a recovery code': { methods: ['password', 'recovery_code'], authenticated: 'now', may: ALL },
  'a code by mail': {
    methods: ['sso', 'mail'],
    authenticated: 'now',
    provider: { of: 'the organization', vouched: 'an hour ago' },
    may: ALL,
  },
  'a password, an hour ago': { methods: ['password'], authenticated: 'an hour ago', may: [] },
  'a passkey, an hour ago': { methods: ['passkey'], authenticated: 'an hour ago', may: [] },
  'an authenticator app, an hour ago': {
    methods: ['password', 'totp'],
    authenticated: 'an hour ago',
    may: [],
  },
  'a trusted browser': {
    methods: ['password', 'trusted_browser'],
    authenticated: 'an hour ago',
    may: [],
  },
  'the provider of the organization': {
    methods: ['sso'],
    authenticated: 'an hour ago',
    provider: VOUCHED,
    may: ['organization'],
  },
  'the provider of the organization, an hour ago': {
    methods: ['sso'],
    authenticated: 'an hour ago',
    provider: { of: 'the organization', vouched: 'an hour ago' },
    may: [],
  },
  'a provider, as servers of an earlier version recorded it': {
    methods: ['sso'],
    authenticated: 'now',
    provider: { of: 'the organization', vouched: 'an hour ago' },
    may: [],
  },
  'the provider of another organization': {
    methods: ['sso'],
    authenticated: 'now',
    provider: ELSEWHERE,
    may: [],
  },
  'the provider of another organization, and a code by mail an hour ago': {
    methods: ['sso', 'mail'],
    authenticated: 'an hour ago',
    provider: ELSEWHERE,
    may: [],
  },
  'the provider of another organization, and a password an hour ago': {
    methods: ['sso', 'password'],
    authenticated: 'an hour ago',
    provider: ELSEWHERE,
    may: [],
  },
};

const time = (when: 'now' | 'an hour ago') =>
  when === 'now' ? 'now()' : `now() - interval '1 hour'`;

/** Makes the owner's session one of a kind. `another` is an organization of theirs. */
export async function authenticateAs(
  { server: { database }, owner, id }: AuditFixture,
  another: string,
  { methods, authenticated, provider }: SessionKind,
): Promise<void> {
  await database.query(
    `UPDATE sessions SET methods = $2::text[], authenticated_at = ${time(authenticated)}
     WHERE account_id = $1`,
    [owner.accountId, methods],
  );
  await database.query(
    'DELETE FROM sso_sessions WHERE session_id IN (SELECT id FROM sessions WHERE account_id = $1)',
    [owner.accountId],
  );
  if (provider === undefined) return;
  const organizationId = provider.of === 'another' ? another : id;
  await database.query(
    `INSERT INTO identity_providers (organization_id, issuer, client_id, client_secret, default_role,
       role_mapping, enabled, enforced)
     VALUES ($1, 'https://login.example.com', 'carrel', '', 'Viewer', '[]', true, false)
     ON CONFLICT (organization_id) DO NOTHING`,
    [organizationId],
  );
  await database.query(
    `INSERT INTO sso_sessions (session_id, organization_id, issuer, subject, vouched_at)
     SELECT id, $2, 'https://login.example.com', 'ada', ${time(provider.vouched)}
     FROM sessions WHERE account_id = $1`,
    [owner.accountId, organizationId],
  );
}
