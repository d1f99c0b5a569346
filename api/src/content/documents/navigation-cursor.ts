import { FOLDER_SORTS, type FolderSort } from '@carrel/shared/contract';
import * as v from 'valibot';

import { malformed } from '../../platform/http/problems.ts';
import { DOCUMENT_ORDERS } from './document-order.ts';

const kind = v.picklist(['folder', 'document']);
const text = v.pipe(v.string(), v.maxLength(2000));

/** In the order of names, which the contract has, a cursor says no order. */
const cursorSchema = v.union([
  v.strictTuple([kind, text, text]),
  v.strictTuple([kind, text, text, v.picklist(FOLDER_SORTS), v.picklist(['asc', 'desc']), text]),
]);

/** What the documents of a folder are ordered by. Its folders are by name. */
export interface FolderOrder {
  sort: FolderSort;
  order: 'asc' | 'desc';
}

/** The last item of a page: its kind, its name, and what its order compares first, as text. */
export interface NavigationPlace {
  kind: 'folder' | 'document';
  sortName: string;
  name: string;
  /** Empty for a folder, and where the name is the order. */
  key: string;
}

const isByName = ({ sort, order }: FolderOrder) => sort === 'name' && order === 'asc';

export function writeCursor(place: NavigationPlace, by: FolderOrder): string {
  const { kind, sortName, name, key } = place;
  const parts = [kind, sortName, name, ...(isByName(by) ? [] : [by.sort, by.order, key])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

const refused = () => malformed('The cursor is not one that this server gave.');

/** Throws a 400 for a cursor of another order, and for anything that `writeCursor` did not write. */
export function readCursor(cursor: string, by: FolderOrder): NavigationPlace {
  const parsed = v.safeParse(cursorSchema, parseJson(cursor));
  if (!parsed.success) throw refused();
  const [kind, sortName, name, sort = 'name', order = 'asc', key = ''] = parsed.output;
  const hasKey = kind === 'document' && sort !== 'name';
  const isKey = hasKey ? DOCUMENT_ORDERS[sort].text.test(key) : key === '';
  const isStorable = !sortName.includes('\u0000') && !name.includes('\u0000');
  if (sort !== by.sort || order !== by.order || !isKey || !isStorable) throw refused();
  return { kind, sortName, name, key };
}

function parseJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
