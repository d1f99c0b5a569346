import type { Navigation } from '@carrel/shared/contract';

import type { Reader } from '../../platform/database/reader.ts';
import { foldersAround, splitPath } from '../../processing/rows/document-path.ts';
import type { NavigationPlace } from './navigation-cursor.ts';

export interface NavigationQuery {
  path: string;
  /** Undefined for the whole folder. */
  limit: number | undefined;
  /** The last item of the previous page. */
  after: NavigationPlace | undefined;
}

/** One page of a folder at a version of its dataset; `next` is its last item if more follow. */
export interface Folder {
  version: number;
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

/** A folder or a document as JSON of the database; `kind` is added here. */
interface Row {
  kind: 'folder' | 'document';
  name: string;
  sort_name: string;
  path: string;
  created_at: string;
  id: string;
  size: number;
  status: string;
  error: string | null;
  attempts: number;
  document_count: number;
  failed_count: number;
}

/** Reads the folders of one organization's datasets. */
export function foldersOf(database: Pick<Reader, 'queryOnce'>, organizationId: string) {
  return {
    /**
     * Returns one page of a folder, folders first, then by name; undefined if the folder does not
     * exist. Both parts are read along an index, so a page costs the same in a folder of any size.
     */
    page: async (
      datasetId: string,
      { path, limit, after }: NavigationQuery,
    ): Promise<Folder | undefined> => {
      if (path.includes('\u0000')) return undefined;
      const place = after === undefined ? [] : [after.sortName, after.name];
      const [found] = await database.queryOnce<{
        version: number;
        folders: string | null;
        documents: string | null;
      }>(
        folderSql(after?.kind, limit),
        [organizationId, datasetId, path, ...place],
        organizationId,
      );
      if (found === undefined) return undefined;
      const rows = [...rowsOf('folder', found.folders), ...rowsOf('document', found.documents)];
      const shown = limit === undefined ? rows : rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        version: found.version,
        breadcrumbs: [...foldersAround(path), ...(path === '' ? [] : [path])].map((folder) => ({
          name: splitPath(folder).name,
          path: folder,
        })),
        items: shown.map(itemOf),
        next: last === undefined || shown.length === rows.length ? undefined : placeOf(last),
      };
    },
  };
}

/**
 * The LIMIT of a statement is one of these constants. With a parameter, the database would plan the
 * statement at every call, which took longer than all the rest; and few constants mean few statements.
 */
const LIMITS = [51, 101, 201, 501, 1001];

const statements = new Map<string, string>();

/** The statement for a page after an item of this kind. It reads at least one row more than `limit`. */
function folderSql(after: NavigationPlace['kind'] | undefined, limit: number | undefined): string {
  const most = limit === undefined ? undefined : LIMITS.find((rows) => rows > limit);
  const key = `${after} ${most}`;
  let sql = statements.get(key);
  if (sql === undefined) {
    sql = writeFolderSql(after, most === undefined ? '' : `LIMIT ${most}`);
    statements.set(key, sql);
  }
  return sql;
}

function writeFolderSql(after: NavigationPlace['kind'] | undefined, limit: string): string {
  // One JSON text for all rows is sent and parsed in a fraction of the time that rows take.
  const page = (columns: string, from: string, folder: string, follows: boolean) => `(
    SELECT json_agg(item ORDER BY sort_name, name)::text FROM (
      SELECT name, sort_name, path, created_at, ${columns} FROM ${from}
      WHERE organization_id = $1 AND dataset_id = $2 AND ${folder} = $3
        ${follows ? 'AND (sort_name, name) > ($4, $5)' : ''}
      ORDER BY sort_name, name ${limit}
    ) item)`;
  const folders = page('document_count, failed_count', 'folders', 'parent', after === 'folder');
  const documents = page(
    'id, size, status, error, attempts',
    'documents',
    'folder',
    after === 'document',
  );
  const version = `(SELECT version FROM dataset_counts WHERE organization_id = $1 AND dataset_id = $2)`;
  return `SELECT ${version} AS version,
      ${after === 'document' ? 'NULL' : folders} AS folders, ${documents} AS documents
    FROM datasets WHERE organization_id = $1 AND id = $2
      AND ($3 = '' OR EXISTS (
        SELECT FROM folders WHERE organization_id = $1 AND dataset_id = $2 AND path = $3))`;
}

function rowsOf(kind: Row['kind'], json: string | null): Row[] {
  if (json === null) return [];
  const rows = JSON.parse(json) as Row[];
  for (const row of rows) row.kind = kind;
  return rows;
}

function itemOf(row: Row): NavigationRow {
  const { name, path } = row;
  const created_at = new Date(row.created_at);
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
  return { kind, sortName: sort_name, name };
}
