import * as v from 'valibot';

import type { ApiContext } from '../api-context.ts';
import { requireDeclared } from '../describe-route.ts';
import { invalid, notFound } from '../problems.ts';
import { issuePath } from './issue-path.ts';
import { requireReadableQuery } from './readable-query.ts';

/** Returns the value if it matches `schema`. @throws {Problem} 422 with an issue for each invalid field. */
export function validate<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  throw invalid(
    parsed.issues.map((issue) => {
      const path = issuePath(v.getDotPath(issue) ?? '');
      return { path, message: sentenceOf(path, issue) };
    }),
  );
}

export const NOT_AN_OBJECT = 'The request must be a JSON object.';

/** Valibot's own messages are for programmers and repeat the input. */
function sentenceOf(path: string, { message, received }: v.BaseIssue<unknown>): string {
  if (!message.startsWith('Invalid ')) return message;
  if (path === '') return NOT_AN_OBJECT;
  return received === 'undefined'
    ? `The field ${path} is missing.`
    : `The field ${path} has the wrong type.`;
}

/**
 * Returns the query of a request, validated; every value is text before. `query` is for parameters that may
 * be repeated.
 * @throws {Problem} 422 with an issue for each invalid parameter.
 */
export function readQuery<Schema extends v.GenericSchema>(
  c: ApiContext,
  schema: Schema,
  query: Record<string, unknown> = c.req.query(),
): v.InferOutput<Schema> {
  requireDeclared(c, 'query', schema);
  requireReadableQuery(c);
  return validate(schema, query);
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Returns whether PostgreSQL accepts a text as a uuid. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Returns an id from the path. @throws {Problem} 404 if it is no uuid, as for an unknown one. */
export function readId(c: ApiContext, parameter: string, what: string): string {
  const id = c.req.param(parameter);
  if (id === undefined || !isUuid(id)) throw notFound(what);
  return id.toLowerCase();
}
