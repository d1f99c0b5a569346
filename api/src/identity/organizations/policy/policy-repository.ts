import type { SignInRequirement } from '@carrel/shared/contract';
import type { SignInPolicy, SignInPolicyInput } from '@carrel/shared/contract/sign-in';

import { REQUIREMENT } from '../../../platform/access/sign-in-requirement.ts';
import type { Queryable } from '../../../platform/database/database.ts';

const NONE: SignInPolicy = {
  second_factor_from: null,
  allowed_methods: null,
  idle_minutes: null,
};

/** Reads and replaces the sign-in policy of one organization. `tx` is a tenant's transaction. */
export function policyOf(tx: Queryable, organizationId: string) {
  return {
    read: async (): Promise<SignInPolicy> => {
      const [policy] = await tx.query<SignInPolicy>(
        `SELECT second_factor_from, allowed_methods, idle_minutes FROM sign_in_policies
         WHERE organization_id = $1`,
        [organizationId],
      );
      return policy ?? NONE;
    },

    replace: (input: SignInPolicyInput) =>
      tx.query(
        `INSERT INTO sign_in_policies (organization_id, second_factor_from, allowed_methods, idle_minutes)
         VALUES ($1, $2::date::timestamp AT TIME ZONE 'UTC', $3, $4)
         ON CONFLICT (organization_id) DO UPDATE SET second_factor_from = excluded.second_factor_from,
           allowed_methods = excluded.allowed_methods, idle_minutes = excluded.idle_minutes,
           updated_at = now()`,
        [organizationId, input.second_factor_from, input.allowed_methods, input.idle_minutes],
      ),
  };
}

/**
 * Returns what a session would lack for a policy whose days have all come. `tx` is a transaction of the owner of the
 * tables.
 */
export async function requirementOf(
  tx: Queryable,
  sessionId: string,
  organizationId: string,
  { second_factor_from: from, allowed_methods: allowed, idle_minutes: minutes }: SignInPolicyInput,
): Promise<SignInRequirement | null> {
  const [found] = await tx.query<{ requirement: SignInRequirement | null }>(
    `SELECT ${REQUIREMENT} AS requirement FROM sessions s, (SELECT $2::uuid AS organization_id) m,
       (SELECT $2::uuid AS organization_id,
          CASE WHEN $3::date IS NOT NULL THEN now() END AS second_factor_from,
          $4::text[] AS allowed_methods, $5::int AS idle_minutes) p
     WHERE s.id = $1`,
    [sessionId, organizationId, from, allowed, minutes],
  );
  return found?.requirement ?? null;
}
