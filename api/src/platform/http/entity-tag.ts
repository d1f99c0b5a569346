import { createHash } from 'node:crypto';

import type { ApiContext } from './api-context.ts';
import { Problem } from './problem.ts';
import { notFound } from './problems.ts';

/** The headers of requests by which a client says what it saw, and a response without content, for descriptions. */
const TAGS = { pattern: String.raw`^\s*(?:\*|"[^"]*"(?:\s*,\s*"[^"]*")*)\s*$` };
export const IF_MATCH = {
  'If-Match': {
    description: 'The `ETag` of what is changed: 412 if it was changed meanwhile.',
    schema: TAGS,
  },
};
export const IF_NONE_MATCH = {
  'If-None-Match': 'The `ETag` of what the client has: 304 if it is the same.',
};
export const NOT_MODIFIED = { 304: 'The client has it already.' };

/** Returns the entity tag of what a client edits: equal values have equal tags (RFC 9110, 8.8.3). */
export function entityTag(value: object): string {
  return `"${createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)}"`;
}

/**
 * Responds with what a client edits and its tag, or 304 if the client has it. `what` is a noun: "workspace".
 * @throws {Problem} 404 for undefined.
 */
export function sendEntity(c: ApiContext, value: object | undefined, what: string): Response {
  if (value === undefined) throw notFound(what);
  const tag = entityTag(value);
  c.header('ETag', tag);
  return isListed(c.req.header('If-None-Match'), tag) ? c.body(null, 304) : c.json(value);
}

/**
 * Requires that `current`, which is locked, is what the client saw, where the request has If-Match.
 * @throws {Problem} 404 for undefined, 412 with the tag of what is there now.
 */
export function requireMatch(c: ApiContext, current: object | undefined, what: string): void {
  if (current === undefined) throw notFound(what);
  const header = c.req.header('If-Match');
  const tag = entityTag(current);
  if (header === undefined || isListed(header, tag)) return;
  throw new Problem(412, 'It was changed meanwhile. Read it again before changing it.', {
    headers: { ETag: tag },
  });
}

const isListed = (header: string | undefined, tag: string) =>
  header?.trim() === '*' || header?.split(',').some((each) => each.trim() === tag) === true;
