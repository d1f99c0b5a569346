import type { Queryable } from '../database/database.ts';

/**
 * Locks documents in the order of their ids, as everything does that changes several at once: two
 * transactions that met in different orders would each wait for the other.
 */
export async function lockDocuments(
  tx: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.query(
    `SELECT id FROM documents WHERE organization_id = $1 AND id = ANY ($2::uuid[])
     ORDER BY id FOR UPDATE`,
    [organizationId, ids],
  );
}

/** The same as a part `held` of one statement, whose rest changes only what is in it. */
export const heldDocuments = (ids: string): string => `held AS MATERIALIZED (
  SELECT id FROM documents WHERE organization_id = $1 AND id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE)`;
