import type { WriteCondition } from '../../../processing/rows/write-condition.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import { malformed } from '../../../platform/http/problems.ts';

export const TAGS = /^\s*(?:\*|"[\da-f]{64}"(?:\s*,\s*"[\da-f]{64}")*)\s*$/;

/**
 * Returns the conditions of a request: `If-Match` and `If-None-Match` with entity tags, which are the SHA-256
 * of documents, or `*` (RFC 9110, 13.1).
 * @throws {Problem} 400 for another value.
 */
export function readConditions(c: ApiContext): WriteCondition {
  const match = readTags(c, 'If-Match');
  const noneMatch = readTags(c, 'If-None-Match');
  return {
    ...(match !== undefined && { match }),
    ...(noneMatch !== undefined && { noneMatch }),
  };
}

function readTags(c: ApiContext, header: string): string[] | undefined {
  const value = c.req.header(header);
  if (value === undefined) return undefined;
  if (!TAGS.test(value)) {
    throw malformed(`${header} must be * or SHA-256s in hexadecimal, in quotation marks.`);
  }
  return value.split(',').map((tag) => tag.trim().replaceAll('"', ''));
}
