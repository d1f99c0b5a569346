import { DOCUMENT_STATUSES, type Navigation } from '@carrel/shared/contract';

import type { Reader } from '../../platform/database/reader.ts';
import { foldersAround, splitPath } from '../../processing/rows/document-path.ts';
import { DOCUMENT_ORDERS } from './document-order.ts';
import type { FolderOrder, NavigationPlace } from './navigation-cursor.ts';

export interface NavigationQuery {
  path: string;
  /** Undefined for the whole folder. */
  limit: number | undefined;
  /** The last item of the previous page. */
  after: NavigationPlace | undefined;
  by: FolderOrder;
}

/** One page of a folder at a version of its dataset; `next` is its last item if more follow. */
export interface Folder {
  version: number;
  /** How many items the folder has; the first page says it. */
  total?: number;
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
  /** What a document is ordered by before its name. */
  key?: string | number;
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
     * Returns one page of a folder, folders first; undefined if the folder does not exist. By name, both parts are
     * read along an index, so a page costs the same in a folder of any size. In another order, the documents of the
     * folder are sorted.
     */
    page: async (
      datasetId: string,
      { path, limit, after, by }: NavigationQuery,
    ): Promise<Folder | undefined> => {
      if (path.includes('\u0000')) return undefined;
      const place = after === undefined ? [] : [after.sortName, after.name];
      if (after !== undefined && comparesKey(after, by)) place.push(after.key);
      const [found] = await database.queryOnce<{
        version: number;
        total: number | null;
        folders: string | null;
        documents: string | null;
      }>(folderSql(after, limit, by), [organizationId, datasetId, path, ...place], organizationId);
      if (found === undefined) return undefined;
      const rows = [...rowsOf('folder', found.folders), ...rowsOf('document', found.documents)];
      const shown = limit === undefined ? rows : rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        version: found.version,
        // Where there is one page only, what is shown is the total.
        ...(after === undefined && {
          total: shown.length === rows.length ? rows.length : (found.total ?? rows.length),
        }),
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

/** Whether the items after a place are those whose key follows, and not by their name alone. */
const comparesKey = ({ kind }: NavigationPlace, { sort }: FolderOrder) =>
  kind === 'document' && sort !== 'name';

/**
 * The LIMIT of a statement is one of these constants. With a parameter, the database would plan the
 * statement at every call, which took longer than all the rest; and few constants mean few statements.
 */
const LIMITS = [51, 101, 201, 501, 1001];

const statements = new Map<string, string>();

/** The statement for a page after an item of this kind. It reads at least one row more than `limit`. */
function folderSql(
  after: NavigationPlace | undefined,
  limit: number | undefined,
  by: FolderOrder,
): string {
  const most = limit === undefined ? undefined : LIMITS.find((rows) => rows > limit);
  const key = `${after?.kind} ${most} ${by.sort} ${by.order}`;
  let sql = statements.get(key);
  if (sql === undefined) {
    sql = writeFolderSql(after, most === undefined ? '' : `LIMIT ${most}`, by);
    statements.set(key, sql);
  }
  return sql;
}

/** A folder that a person deletes is not there any more, even before its row is deleted. */
const IS_SHOWN = '(unmade_by IS NULL OR document_count > 0)';

/** How many items a folder has, from counts that are kept: its documents are never counted. */
const TOTAL = `(
  SELECT count(*) - coalesce(sum(document_count), 0) + CASE $3
    WHEN '' THEN (
      SELECT ${DOCUMENT_STATUSES.join(' + ')} FROM dataset_counts
      WHERE organization_id = $1 AND dataset_id = $2)
    ELSE (
      SELECT document_count FROM folders
      WHERE organization_id = $1 AND dataset_id = $2 AND path = $3) END
  FROM folders WHERE organization_id = $1 AND dataset_id = $2 AND parent = $3 AND ${IS_SHOWN})::integer`;

const byName = (isDown: boolean) => (isDown ? 'sort_name DESC, name DESC' : 'sort_name, name');

const followsName = (isDown: boolean) => `(sort_name, name) ${isDown ? '<' : '>'} ($4, $5)`;

const within = (folder: 'parent' | 'folder') =>
  `organization_id = $1 AND dataset_id = $2 AND ${folder} = $3`;

function writeFolderSql(
  after: NavigationPlace | undefined,
  limit: string,
  by: FolderOrder,
): string {
  const isByName = by.sort === 'name';
  const down = by.order === 'desc';
  // One JSON text for all rows is sent and parsed in a fraction of the time that rows take.
  const page = (columns: string, from: string, order: string, follows: string | false) => `(
    SELECT json_agg(item ORDER BY ${order})::text FROM (
      SELECT name, sort_name, path, created_at, ${columns} FROM ${from}
        ${follows === false ? '' : `AND ${follows}`}
      ORDER BY ${order} ${limit}
    ) item)`;
  const folders = page(
    'document_count, failed_count',
    `folders WHERE ${within('parent')} AND ${IS_SHOWN}`,
    byName(isByName && down),
    after?.kind === 'folder' && followsName(isByName && down),
  );
  const isAfterDocument = after?.kind === 'document';
  const columns = 'id, size, status, error, attempts';
  const { sql, type } = DOCUMENT_ORDERS[by.sort];
  const documents = isByName
    ? page(
        columns,
        `documents WHERE ${within('folder')}`,
        byName(down),
        isAfterDocument && followsName(down),
      )
    : page(
        `${columns}, ${sql} AS key`,
        `documents d WHERE ${within('folder')}`,
        `key ${down ? 'DESC' : 'ASC'}, ${byName(false)}`,
        isAfterDocument &&
          `(${sql} ${down ? '<' : '>'} $6::${type} OR (${sql} = $6::${type} AND ${followsName(false)}))`,
      );
  const version = `(SELECT version FROM dataset_counts WHERE organization_id = $1 AND dataset_id = $2)`;
  return `SELECT ${version} AS version, ${after === undefined && limit !== '' ? TOTAL : 'NULL'} AS total,
      ${isAfterDocument ? 'NULL' : folders} AS folders, ${documents} AS documents
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

function placeOf({ kind, sort_name, name, key }: Row): NavigationPlace {
  return { kind, sortName: sort_name, name, key: key === undefined ? '' : String(key) };
}
