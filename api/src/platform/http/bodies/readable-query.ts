import type { ErrorBody } from '@carrel/shared/contract';

import type { ApiContext } from '../api-context.ts';
import { invalid } from '../problems.ts';
import { ISSUES_MAX, issuePath } from './issue-path.ts';
import { textFault } from './storable.ts';

/** Bytes that are percent-encoded. A percent sign without two digits is itself. */
const ENCODED = /(?:%[\dA-Fa-f]{2})+/g;

/**
 * Requires that the query of a request is text that can be stored. Hono leaves bytes encoded that are not UTF-8,
 * which would make another text of them.
 * @throws {Problem} 422 with an issue for each parameter that is not.
 */
export function requireReadableQuery(c: ApiContext): void {
  const { url } = c.req;
  const start = url.indexOf('?');
  const issues = start === -1 ? [] : encodedIssues(url.slice(start + 1));
  if (issues.length > 0) throw invalid(issues);
}

/** Returns an issue for each pair of a query or a form that is no text that can be stored. */
export function encodedIssues(pairs: string): NonNullable<ErrorBody['issues']> {
  if (!pairs.includes('%')) return [];
  return pairs
    .split('&')
    .flatMap((pair) => {
      const message = faultOf(pair);
      return message === undefined ? [] : [{ path: nameOf(pair), message }];
    })
    .slice(0, ISSUES_MAX);
}

function faultOf(encoded: string): string | undefined {
  for (const [bytes] of encoded.matchAll(ENCODED)) {
    const text = decode(bytes);
    const fault = text === undefined ? 'The text is not UTF-8' : textFault(text);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function nameOf(pair: string): string {
  const [name = ''] = pair.split('=', 1);
  return faultOf(name) === undefined
    ? issuePath(name.replace(ENCODED, (bytes) => decode(bytes) ?? bytes))
    : '';
}

function decode(bytes: string): string | undefined {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return undefined;
  }
}
