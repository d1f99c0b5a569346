import type { Navigation } from '@carrel/shared/contract';

import type { Queryable } from '../database/database.ts';
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
  size?: number;
  status?: string;
  error?: string;
  attempts?: number;
  document_id?: string;
  document_count?: number;
  failed_count?: number;
}

type Row = { name: string; sort_name: string; path: string; created_at: Date };

type FolderRow = Row & { document_count: number; failed_count: number };

type DocumentRow = Row & {
  id: string;
  size: number;
  status: string;
  error: string | null;
  attempts: number;
};

/**
 * Reads one folder of a dataset, folders first, then by name. Both parts are walked along an index,
 * so that a page costs the same in a folder of any size. Undefined where there is no such folder.
 */
export async function readFolder(
  tx: Queryable,
  organizationId: string,
  datasetId: string,
  { path, limit, after }: NavigationQuery,
): Promise<Folder | undefined> {
  if (!(await folderExists(tx, organizationId, datasetId, path))) return undefined;
  const wanted = limit === undefined ? undefined : limit + 1;
  const folders =
    after?.kind === 'document'
      ? []
      : await readRows<FolderRow>(tx, 'folders', [organizationId, datasetId, path], wanted, after);
  const room = wanted === undefined ? undefined : wanted - folders.length;
  const documents =
    room === 0
      ? []
      : await readRows<DocumentRow>(
          tx,
          'documents',
          [organizationId, datasetId, path],
          room,
          after?.kind === 'document' ? after : undefined,
        );
  const rows = [...folders, ...documents];
  const shown = limit === undefined ? rows : rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    breadcrumbs: [...foldersAround(path), ...(path === '' ? [] : [path])].map((folder) => ({
      name: splitPath(folder).name,
      path: folder,
    })),
    items: shown.map((row) => itemOf(row)),
    next: last === undefined || shown.length === rows.length ? undefined : placeOf(last),
  };
}

async function folderExists(
  tx: Queryable,
  organizationId: string,
  datasetId: string,
  path: string,
): Promise<boolean> {
  if (path.includes('\u0000')) return false;
  const found = await tx.query(
    `SELECT d.id FROM datasets d WHERE d.organization_id = $1 AND d.id = $2
     AND ($3 = '' OR EXISTS (SELECT FROM folders f WHERE f.dataset_id = d.id AND f.path = $3))`,
    [organizationId, datasetId, path],
  );
  return found.length === 1;
}

const TABLES = {
  folders: {
    columns: 'name, sort_name, path, created_at, document_count, failed_count',
    folder: 'parent',
  },
  documents: {
    columns: 'name, sort_name, path, created_at, id, size, status, error, attempts',
    folder: 'folder',
  },
} as const;

function readRows<R extends Row>(
  tx: Queryable,
  table: keyof typeof TABLES,
  place: readonly [organizationId: string, datasetId: string, path: string],
  limit: number | undefined,
  after: NavigationPlace | undefined,
): Promise<R[]> {
  const { columns, folder } = TABLES[table];
  const parameters: unknown[] = [...place];
  let sql = `SELECT ${columns} FROM ${table}
    WHERE organization_id = $1 AND dataset_id = $2 AND ${folder} = $3`;
  if (after !== undefined) {
    sql += ` AND (sort_name, name) > ($${parameters.push(after.sortName)}, $${parameters.push(after.name)})`;
  }
  sql += ' ORDER BY sort_name, name';
  if (limit !== undefined) sql += ` LIMIT $${parameters.push(limit)}`;
  return tx.query<R>(sql, parameters);
}

function itemOf(row: FolderRow | DocumentRow): NavigationRow {
  const { name, path, created_at } = row;
  if (!('id' in row)) {
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

function placeOf(row: Row | DocumentRow): NavigationPlace {
  return { kind: 'id' in row ? 'document' : 'folder', sortName: row.sort_name, name: row.name };
}
