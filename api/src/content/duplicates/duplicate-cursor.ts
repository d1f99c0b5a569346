import { DUPLICATE_KINDS } from '@carrel/shared/contract';
import * as v from 'valibot';

import { malformed } from '../../platform/http/problems.ts';

const placeSchema = v.strictTuple([
  v.picklist(DUPLICATE_KINDS),
  v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d){0,2}$/),
  ),
  v.pipe(v.string(), v.uuid()),
]);

/** The last group of a page: its kind, when it was found, and its id. */
export type DuplicatePlace = v.InferOutput<typeof placeSchema>;

export const writeDuplicateCursor = (place: DuplicatePlace): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** @throws {Problem} 400 for what `writeDuplicateCursor` does not return. */
export function readDuplicateCursor(cursor: string): DuplicatePlace {
  const place = v.safeParse(placeSchema, parseJson(cursor));
  if (!place.success || Number.isNaN(Date.parse(place.output[1].slice(0, 10)))) {
    throw malformed('The cursor is not one that this server gave.');
  }
  return place.output;
}

function parseJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
