import * as v from 'valibot';

import { malformed } from '../../platform/http/problems.ts';

const cursorSchema = v.strictTuple([
  v.picklist(['folder', 'document']),
  v.pipe(v.string(), v.maxLength(2000)),
  v.pipe(v.string(), v.maxLength(2000)),
]);

/** The last item of a page: its kind and its sort key. */
export interface NavigationPlace {
  kind: 'folder' | 'document';
  sortName: string;
  name: string;
}

export function writeCursor({ kind, sortName, name }: NavigationPlace): string {
  return Buffer.from(JSON.stringify([kind, sortName, name])).toString('base64url');
}

/** Throws a 400 for anything that `writeCursor` did not write. */
export function readCursor(cursor: string): NavigationPlace {
  const parsed = v.safeParse(cursorSchema, parseJson(cursor));
  if (!parsed.success) throw malformed('The cursor is not one that this server gave.');
  const [kind, sortName, name] = parsed.output;
  if (sortName.includes('\u0000') || name.includes('\u0000')) {
    throw malformed('The cursor is not one that this server gave.');
  }
  return { kind, sortName, name };
}

function parseJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
