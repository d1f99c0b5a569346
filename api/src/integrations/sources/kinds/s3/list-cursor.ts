import * as v from 'valibot';

import { SourceError } from '../../source-error.ts';

const cursorSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ token: v.string(), pages: v.number(), mark: v.nullable(v.string()) }),
);

type Cursor = v.InferOutput<typeof cursorSchema>;

/** Pages of a list at most: ten million objects. */
export const PAGES_MAX = 10_000;

/** The token of the store in a cursor; none where the list begins. */
export function readCursor(text: string | undefined): Cursor | undefined {
  const read = v.safeParse(cursorSchema, text);
  return read.success ? read.output : undefined;
}

/**
 * The cursor of the next page. Tokens that go round in a circle are found by one that is marked at every power of two
 * pages, as each circle comes back to it.
 * @throws {SourceError}
 */
export function nextCursor(before: Cursor | undefined, token: string): string {
  const pages = (before?.pages ?? 0) + 1;
  if (token === before?.token || token === before?.mark) {
    throw new SourceError('invalid_response', {
      message: 'The store repeats the pages of its list without end.',
    });
  }
  if (pages > PAGES_MAX) throw new SourceError('too_many_objects');
  const isMarked = Number.isInteger(Math.log2(pages));
  const mark = isMarked ? token : (before?.mark ?? null);
  return JSON.stringify({ token, pages, mark } satisfies Cursor);
}
