import type { Queryable } from '../../../platform/database/database.ts';
import { splitPath } from '../../../processing/rows/document-path.ts';

interface Place {
  organizationId: string;
  datasetId: string;
}

/** A path, and another one that people could take for it. */
export interface SimilarPath {
  to: string;
  existing: string;
}

const folded = (path: string) => path.normalize('NFKC').toLowerCase();

/** What has one of the names in the same folder. */
const beside = (table: string, folder: string) => `SELECT f.path FROM ${table} f
  WHERE f.organization_id = $1 AND f.dataset_id = $2
    AND (f.${folder}, f.sort_name) IN (SELECT * FROM unnest($3::text[] COLLATE "C", $4::text[] COLLATE "C"))`;

/** Returns folders and documents whose names differ from those of new paths in case or form only, beside them. */
export async function similarPaths(
  tx: Queryable,
  { organizationId, datasetId }: Place,
  paths: readonly { from: string; to: string }[],
): Promise<SimilarPath[]> {
  if (paths.length === 0) return [];
  const parts = paths.map(({ to }) => splitPath(to));
  const parameters = [
    organizationId,
    datasetId,
    parts.map(({ folder }) => folder),
    parts.map(({ sortName }) => sortName),
  ];
  const rows = await tx.query<{ path: string }>(
    `${beside('documents', 'folder')} UNION ${beside('folders', 'parent')}`,
    parameters,
  );
  const found = Map.groupBy(rows, ({ path }) => folded(path));
  return paths.flatMap(({ from, to }) =>
    (found.get(folded(to)) ?? [])
      .filter(({ path }) => path !== to && path !== from)
      .map(({ path: existing }) => ({ to, existing })),
  );
}
