import { FIND_SORTS, type FindSort } from '@carrel/shared/contract';
import * as v from 'valibot';

import { malformed } from '../../../platform/http/problems.ts';
import { DOCUMENT_ORDERS } from '../document-order.ts';

const cursorSchema = v.strictTuple([
  v.picklist(FIND_SORTS),
  v.picklist(['asc', 'desc']),
  v.pipe(v.string(), v.maxLength(4096)),
  v.pipe(v.string(), v.maxLength(4096)),
]);

/** An order, and the last document of the previous page: what it is ordered by, as text, and its path. */
export interface FindPlace {
  sort: FindSort;
  order: 'asc' | 'desc';
  key: string;
  path: string;
}

const refused = () => malformed('The cursor is not one that this server gave.');

export function writeFindCursor({ sort, order, key, path }: FindPlace): string {
  return Buffer.from(JSON.stringify([sort, order, key, path])).toString('base64url');
}

/** Throws a 400 for a cursor of another order, and for anything that `writeFindCursor` did not write. */
export function readFindCursor(
  cursor: string,
  expected: Pick<FindPlace, 'sort' | 'order'>,
): FindPlace {
  const parsed = v.safeParse(cursorSchema, parseJson(cursor));
  if (!parsed.success) throw refused();
  const [sort, order, key, path] = parsed.output;
  const isOther = sort !== expected.sort || order !== expected.order;
  const isStorable = !key.includes('\u0000') && !path.includes('\u0000');
  if (isOther || !isStorable || !DOCUMENT_ORDERS[sort].text.test(key)) throw refused();
  return { sort, order, key, path };
}

function parseJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
