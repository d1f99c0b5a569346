import { idSchema } from '@carrel/shared/contract';
import * as v from 'valibot';

import { malformed } from '../../../platform/http/problems.ts';
import type { ListPlace } from '../../../content/workspaces/workspace-documents.ts';

const placeSchema = v.strictTuple([
  idSchema,
  v.pipe(
    v.string(),
    v.maxLength(4096),
    v.check((path) => !path.includes('\u0000')),
  ),
]);

export function writeListCursor({ datasetId, path }: ListPlace): string {
  return Buffer.from(JSON.stringify([datasetId, path])).toString('base64url');
}

/** @throws {Problem} 400 for anything that `writeListCursor` did not write. */
export function readListCursor(cursor: string): ListPlace {
  const parsed = v.safeParse(placeSchema, parseJson(cursor));
  if (!parsed.success) throw malformed('The cursor is not one that this server gave.');
  const [datasetId, path] = parsed.output;
  return { datasetId, path };
}

function parseJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
