import type { Queryable } from '../../../platform/database/database.ts';
import { isFenced, withoutFences } from '../../../platform/database/reach.ts';

/** Returns which of these documents the caller sees. `tx` is a tenant's transaction. */
export async function seenDocuments(
  tx: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'SELECT id FROM documents WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
    [organizationId, ids],
  );
  return rows.map(({ id }) => id);
}

/**
 * Returns which of these paths have a document that is behind a fence for the caller. One whose metadata was not read
 * yet does not count: the caller may have written it.
 */
export async function fencedPaths(
  tx: Queryable,
  organizationId: string,
  datasetId: string,
  paths: readonly string[],
): Promise<string[]> {
  if (paths.length === 0 || !isFenced(datasetId)) return [];
  const read = async () => {
    const rows = await tx.query<{ path: string }>(
      `SELECT path FROM documents WHERE organization_id = $1 AND dataset_id = $2 AND path = ANY ($3::text[])
         AND status NOT IN ('ingested', 'partitioning_error')`,
      [organizationId, datasetId, paths],
    );
    return rows.map(({ path }) => path);
  };
  const seen = new Set(await read());
  const all = await withoutFences(tx, read);
  return all.filter((path) => !seen.has(path));
}
