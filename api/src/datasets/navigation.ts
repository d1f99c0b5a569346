import type { Navigation } from '@carrel/shared/contract';

import type { Database } from '../database/database.ts';
import { foldersAround, splitPath } from './document-path.ts';
import type { NavigationPlace } from './navigation-cursor.ts';

export interface NavigationQuery {
  path: string;
  /** Absent for the whole folder. */
  limit: number | undefined;
  /** The last item of the page before. */
  after: NavigationPlace | undefined;
}

/** One page of a folder; `next` is its last item where more follow. */
export interface Folder {
  breadcrumbs: Navigation['breadcrumbs'];
  items: NavigationRow[];
  next: NavigationPlace | undefined;
}

interface NavigationRow {
  item_type: 'folder' | 'document';
  name: string;
  path: string;
  created_at: Date;
  size?: number | null;
  status?: string | null;
  error?: string;
  attempts?: number | null;
  document_id?: string | null;
  document_count?: number | null;
  failed_count?: number | null;
}

/** A folder or a document, or, first of all, the folder that was asked for itself. */
interface Row {
  kind: 'here' | 'folder' | 'document';
  name: string;
  sort_name: string;
  path: string;
  created_at: Date;
  id: string | null;
  size: number | null;
  status: string | null;
  error: string | null;
  attempts: number | null;
  document_count: number | null;
  failed_count: number | null;
}

/**
 * Reads one folder of a dataset, folders first, then by name. Both parts are walked along an index,
 * so that a page costs the same in a folder of any size. Undefined where there is no such folder.
 */
export async function readFolder(
  database: Database,
  organizationId: string,
  datasetId: string,
  { path, limit, after }: NavigationQuery,
): Promise<Folder | undefined> {
  if (path.includes('\u0000')) return undefined;
  // One more than is shown tells whether more follow.
  const wanted = limit === undefined ? null : limit + 1;
  const place = after === undefined ? [] : [after.sortName, after.name];
  const [here, ...found] = await database.ask<Row>(
    FOLDER_SQL[after?.kind ?? 'start'],
    [organizationId, datasetId, path, wanted, ...place],
    organizationId,
  );
  if (here?.kind !== 'here') return undefined;
  const shown = limit === undefined ? found : found.slice(0, limit);
  const last = shown.at(-1);
  return {
    breadcrumbs: [...foldersAround(path), ...(path === '' ? [] : [path])].map((folder) => ({
      name: splitPath(folder).name,
      path: folder,
    })),
    items: shown.map(itemOf),
    next: last === undefined || shown.length === found.length ? undefined : placeOf(last),
  };
}

const page = (from: string, follows: boolean) => `(
  SELECT ${from} WHERE organization_id = $1 AND dataset_id = $2 AND folder = $3
    ${follows ? 'AND (sort_name, name) > ($5, $6)' : ''}
  ORDER BY sort_name, name LIMIT $4)`;

function folderSql(after: NavigationPlace['kind'] | undefined): string {
  const folders = page(
    `1 AS part, 'folder' AS kind, name, sort_name, path, created_at, NULL::uuid AS id,
       NULL::bigint AS size, NULL AS status, NULL AS error, NULL::integer AS attempts,
       document_count, failed_count
     FROM (SELECT *, parent AS folder FROM folders) f`,
    after === 'folder',
  );
  const documents = page(
    `2, 'document', name, sort_name, path, created_at, id, size, status, error, attempts, NULL, NULL
     FROM documents`,
    after === 'document',
  );
  return `SELECT kind, name, sort_name, path, created_at, id, size, status, error, attempts,
      document_count, failed_count
    FROM (
      SELECT 0 AS part, 'here' AS kind, '' AS name, '' AS sort_name, '' AS path, created_at,
        NULL::uuid AS id, NULL::bigint AS size, NULL AS status, NULL AS error,
        NULL::integer AS attempts, NULL::integer AS document_count, NULL::integer AS failed_count
      FROM datasets d WHERE d.organization_id = $1 AND d.id = $2
        AND ($3 = '' OR EXISTS (SELECT FROM folders f WHERE f.dataset_id = d.id AND f.path = $3))
      ${after === 'document' ? '' : `UNION ALL ${folders}`}
      UNION ALL ${documents}
    ) rows ORDER BY part, sort_name COLLATE "C", name COLLATE "C"`;
}

/** A statement for each kind of item that a page can begin behind. */
const FOLDER_SQL = {
  start: folderSql(undefined),
  folder: folderSql('folder'),
  document: folderSql('document'),
};

function itemOf(row: Row): NavigationRow {
  const { name, path, created_at } = row;
  if (row.kind === 'folder') {
    const { document_count, failed_count } = row;
    return { item_type: 'folder', name, path, created_at, document_count, failed_count };
  }
  const { id, size, status, error, attempts } = row;
  return {
    item_type: 'document',
    name,
    path,
    created_at,
    size,
    status,
    attempts,
    document_id: id,
    ...(error === null ? {} : { error }),
  };
}

function placeOf({ kind, sort_name, name }: Row): NavigationPlace {
  return { kind: kind === 'folder' ? 'folder' : 'document', sortName: sort_name, name };
}
