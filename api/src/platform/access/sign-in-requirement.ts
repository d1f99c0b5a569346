import type { SignInRequirement } from '@carrel/shared/contract';
import { REAUTHENTICATE_HEADER } from '@carrel/shared/contract';

import { Problem } from '../http/problem.ts';

/** What counts as a second factor: a passkey verifies its user, and a provider is the organization's own. */
const SECOND_FACTORS = `'{passkey,totp,recovery_code,trusted_browser}'::text[]`;

/** True if nothing but a provider of single sign-on says whose session `s` is: the account proved nothing itself. */
export const IS_OF_PROVIDERS = `(s.methods <@ '{sso}'::text[])`;

/** True if the session `s` was opened by the provider of the organization of the membership `m`. */
const BY_PROVIDER = `EXISTS (SELECT FROM sso_sessions x
  WHERE x.session_id = s.id AND x.organization_id = m.organization_id)`;

/** True if only a provider says whose session `s` is, and it is the provider of another organization. */
export const BY_ANOTHER_PROVIDER = `(${IS_OF_PROVIDERS} AND NOT ${BY_PROVIDER})`;

/**
 * True if the organization of the membership `m` requires single sign-on of the account of the session `s`: of all but
 * Owners who have a confirmed address of a verified domain, or have removed one while they were members. The address
 * that was typed to sign in makes no difference.
 */
const IS_BOUND = `EXISTS (SELECT FROM identity_providers e
  JOIN memberships b ON b.organization_id = e.organization_id AND b.account_id = s.account_id
  JOIN roles br ON br.organization_id = b.organization_id AND br.id = b.role_id AND br.rank > 0
  JOIN organization_domains d ON d.organization_id = e.organization_id AND d.verified_at IS NOT NULL
  WHERE e.organization_id = m.organization_id AND e.enforced
    AND (EXISTS (SELECT FROM account_emails a WHERE a.account_id = s.account_id
        AND a.confirmed_at IS NOT NULL AND substring(a.address_key FROM '[^@]*$') = d.domain)
      OR EXISTS (SELECT FROM former_member_domains f WHERE f.organization_id = e.organization_id
        AND f.account_id = s.account_id AND f.domain IN (d.domain, '*'))))`;

const LACKS_PROVIDER = `(NOT ${BY_PROVIDER} AND ${IS_BOUND})`;

const HAS_SECOND_FACTOR = `(s.methods && ${SECOND_FACTORS} OR ${BY_PROVIDER})`;

const IS_ALLOWED = `(p.allowed_methods IS NULL OR s.methods && array_remove(p.allowed_methods, 'sso')
  OR 'sso' = ANY(p.allowed_methods) AND ${BY_PROVIDER})`;

/** A provider ends the idleness of a session for its own organization, and the account itself for all. */
const IDLE = `least(greatest(s.idle_gap, now() - greatest(s.seen_at, s.authenticated_at)),
  (SELECT greatest(x.idle_gap, now() - greatest(s.seen_at, x.vouched_at)) FROM sso_sessions x
    WHERE x.session_id = s.id AND x.organization_id = m.organization_id))`;

/**
 * SQL that is what the session `s` lacks for the organization of the membership `m`, whose policy is `p`, as a
 * `SignInRequirement`; null where it lacks nothing. Also without a policy, a provider vouches for its own organization
 * only: who runs it could sign in as anyone. An organization that requires single sign-on accepts nothing else.
 */
export const REQUIREMENT = `CASE
  WHEN ${BY_ANOTHER_PROVIDER} OR ${LACKS_PROVIDER} THEN 'method'
  WHEN p.organization_id IS NULL THEN NULL
  WHEN NOT ${IS_ALLOWED} THEN 'method'
  WHEN p.second_factor_from <= now() AND NOT ${HAS_SECOND_FACTOR} THEN 'second_factor'
  WHEN ${IDLE} > make_interval(mins => p.idle_minutes) THEN 'idle'
END`;

/** SQL that is the ways to sign in that meet the policy `p`, where the session used none of them. */
export const ALLOWED_METHODS = `CASE ${REQUIREMENT} WHEN 'method' THEN
  CASE WHEN ${IS_BOUND} THEN '["sso"]'::jsonb
    ELSE to_jsonb(coalesce(p.allowed_methods, '{password,passkey,mail}'::text[])) END END`;

/** SQL that is when the policy `p` will refuse the session `s` for want of a second factor; null if it will not. */
export const SECOND_FACTOR_FROM = `CASE
  WHEN p.second_factor_from > now() AND NOT ${HAS_SECOND_FACTOR} THEN p.second_factor_from END`;

/** SQL that is whether the use of the session `s` should be noted for the policy `p`. */
export const IS_UNRECORDED = `(p.idle_minutes IS NOT NULL AND s.seen_at < now() - interval '1 minute')`;

const MESSAGES = {
  second_factor:
    'This organization requires a second factor. Set one up in your account settings, or sign in with a passkey.',
  method: 'This organization does not accept the way in which you signed in.',
  idle: 'Please confirm that it is you: you have not used this organization for a while.',
} as const satisfies Record<SignInRequirement, string>;

/** A session that does not meet the policy of an organization sees nothing of it. */
export const requirementUnmet = (requirement: SignInRequirement) =>
  new Problem(
    403,
    MESSAGES[requirement],
    requirement === 'idle' ? { headers: { [REAUTHENTICATE_HEADER]: 'sso' } } : {},
  );
