import { MAPPED_ROLES, type MappedRole } from '@carrel/shared/contract/sign-in';

import { claimOf } from '../oidc/identity-claims.ts';
import type { ProviderRow } from '../provider-repository.ts';

/** Returns whether a provider says which role people have. */
export const mapsRoles = ({ roleClaim }: Pick<ProviderRow, 'roleClaim'>) => roleClaim !== null;

/** Returns the highest role that the mapping has for a claim's values; the default one if it has none. */
export function mappedRole(
  { roleClaim, roleMapping, defaultRole }: ProviderRow,
  claims: Readonly<Record<string, unknown>>,
): MappedRole {
  if (roleClaim === null) return defaultRole;
  const claim = claimOf(claims, roleClaim);
  const values = new Set((Array.isArray(claim) ? claim : [claim]).map(String));
  const mapped = roleMapping.filter(({ value }) => values.has(value));
  const roles = new Set(mapped.map(({ role }) => role));
  return MAPPED_ROLES.findLast((role) => roles.has(role)) ?? defaultRole;
}
