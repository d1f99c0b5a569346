import type { ApiContext } from '../../../platform/http/api-context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { chunkTag } from '../changed/chunk-tag.ts';
import type { EditedChunk, EditedChunks } from './chunk-edit.ts';

/** Returns the number of the chunk in the path. @throws {Problem} 404 */
export function readNumber(c: ApiContext): number {
  const text = c.req.param('number') ?? '';
  if (!/^\d{1,8}$/.test(text)) throw notFound('chunk');
  return Number(text);
}

/**
 * Returns the chunk that the request has seen: that of its number, or where others were split or joined before it, the
 * one that is the same.
 * @throws {Problem} 404; 412 where nobody can say which, as it was changed.
 */
export function requireChunk(c: ApiContext, document: EditedChunks, number: number): EditedChunk {
  const header = (c.req.header('If-Match') ?? c.req.query('etag'))?.trim();
  if (header === undefined || header === '*') {
    const chunk = document.chunks[number];
    if (chunk === undefined) throw notFound('chunk');
    return chunk;
  }
  return chunkOfTag(document, number, header.replace(/^"|"$/g, ''));
}

/** The same by an entity tag. */
export function chunkOfTag(document: EditedChunks, number: number, tag: string): EditedChunk {
  const chunk = document.chunks[number];
  if (chunk !== undefined && chunkTag(chunk) === tag) return chunk;
  const moved = document.chunks.filter((each) => chunkTag(each) === tag);
  const [one, ...others] = moved;
  if (one !== undefined && others.length === 0) return one;
  throw new Problem(
    412,
    'Somebody else changed this chunk meanwhile. Look at it before you change it.',
    chunk === undefined ? {} : { headers: { ETag: `"${chunkTag(chunk)}"` } },
  );
}
