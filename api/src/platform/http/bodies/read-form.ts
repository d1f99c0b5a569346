import type { ApiContext } from '../api-context.ts';
import { invalid } from '../problems.ts';
import { readTextBody } from './read-body.ts';
import { encodedIssues } from './readable-query.ts';

export const FORM = 'application/x-www-form-urlencoded';

/**
 * Returns the fields of a form of at most `maxBytes`.
 * @throws {Problem} 400, 408, 413, 415, or 422 with an issue for each field that is no text that can be stored.
 */
export async function readForm(c: ApiContext, maxBytes: number): Promise<URLSearchParams> {
  const text = await readTextBody(c, FORM, maxBytes);
  const issues = encodedIssues(text);
  if (issues.length > 0) throw invalid(issues);
  return new URLSearchParams(text);
}
