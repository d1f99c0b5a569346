import * as v from 'valibot';

import { isStorable } from '../storable.ts';
import { emailAddressSchema, idSchema, SHOWN, timestampSchema } from '../text.ts';

/** What people can be by single sign-on: an Owner is made by an Owner. */
export const MAPPED_ROLES = ['Viewer', 'Editor', 'Admin'] as const;

export type MappedRole = (typeof MAPPED_ROLES)[number];

/** Values of a claim that are mapped to roles. */
export const ROLE_MAPPINGS_MAX = 50;

const text = (label: string, most: number) =>
  v.pipe(
    v.string(`${label} is required`),
    v.metadata(SHOWN),
    v.trim(),
    v.minLength(1, `${label} is required`),
    v.maxLength(most, `${label} must be at most ${most} characters`),
    v.check(isStorable, `${label} cannot be stored`),
  );

const issuerSchema = v.pipe(
  text('Issuer', 1000),
  v.metadata({ format: 'uri', pattern: '^https?://[^?#@]+$' }),
  v.check(isIssuer, 'Enter a URL such as https://login.example.com'),
);

/** As discovery has it: without a query and a fragment. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, search, hash, username, password } = new URL(value);
  return ['https:', 'http:'].includes(protocol) && search + hash + username + password === '';
}

const roleSchema = v.picklist(MAPPED_ROLES, 'Choose Viewer, Editor or Admin');

export const roleMappingSchema = v.object({ value: text('Value', 200), role: roleSchema });

/** An absent secret stays as it is; another issuer needs one. */
export const saveIdentityProviderInputSchema = v.object({
  issuer: issuerSchema,
  client_id: text('Client ID', 500),
  client_secret: v.optional(text('Client secret', 2000)),
  /** The role of people who sign in for the first time, and whom the mapping does not mention. */
  default_role: roleSchema,
  /** A claim of the provider; null to map none. */
  role_claim: v.nullish(text('Claim', 200)),
  role_mapping: v.optional(
    v.pipe(
      v.array(roleMappingSchema),
      v.maxLength(ROLE_MAPPINGS_MAX, `Map at most ${ROLE_MAPPINGS_MAX} values`),
    ),
  ),
  enabled: v.boolean('The field enabled must be true or false'),
  /** Whether people of verified domains cannot use a password. Owners can. */
  enforced: v.boolean('The field enforced must be true or false'),
});

export type SaveIdentityProviderInput = v.InferOutput<typeof saveIdentityProviderInputSchema>;

export const identityProviderSchema = v.object({
  issuer: v.string(),
  client_id: v.string(),
  default_role: v.string(),
  role_claim: v.nullable(v.string()),
  role_mapping: v.array(v.object({ value: v.string(), role: v.string() })),
  enabled: v.boolean(),
  enforced: v.boolean(),
  updated_at: timestampSchema,
});

/** Without its secret. The URIs are what the provider needs to know. */
export const organizationProviderSchema = v.object({
  provider: v.nullable(identityProviderSchema),
  redirect_uri: v.string(),
  backchannel_logout_uri: v.string(),
});

export type OrganizationProvider = v.InferOutput<typeof organizationProviderSchema>;

export const testIdentityProviderInputSchema = v.object({ issuer: issuerSchema });

/** What a provider says about itself. */
export const testedProviderSchema = v.object({
  authorization_endpoint: v.string(),
  backchannel_logout: v.boolean(),
});

/**
 * `organization_id` names the organization at whose provider to sign in; without it, the domain of the address does.
 * `return_path` is the path of a screen of the console.
 */
export const startSsoInputSchema = v.object({
  email_address: emailAddressSchema,
  organization_id: v.optional(idSchema),
  return_path: v.optional(v.string()),
});

export const reauthenticateBySsoInputSchema = v.object({ return_path: v.optional(v.string()) });

export const redirectSchema = v.object({ redirect_url: v.string() });

/** An account that exists already, and is linked once its owner has signed in. */
export const pendingLinkSchema = v.object({
  organization_name: v.string(),
  email_address: v.string(),
  return_path: v.string(),
});

/** Why single sign-on failed, in the query of the screen that says so. */
export const SSO_FAILURES = [
  'expired',
  'denied',
  'unreachable',
  'refused',
  'address',
  'unverified',
  'full',
  'changed',
  'other_account',
] as const;

export type SsoFailure = (typeof SSO_FAILURES)[number];
