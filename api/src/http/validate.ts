import * as v from 'valibot';

import type { ApiContext } from './api-context.ts';
import { invalid, notFound } from './problems.ts';

/** Gives a value that fits `schema`, or answers 422 with each field at fault. */
export function validate<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  throw invalid(
    parsed.issues.map((issue) => {
      const path = v.getDotPath(issue) ?? '';
      return { path, message: sentenceOf(path, issue) };
    }),
  );
}

/** The library's own messages are for programmers, and repeat whatever was sent. */
function sentenceOf(path: string, { message, received }: v.BaseIssue<unknown>): string {
  if (!message.startsWith('Invalid ')) return message;
  if (path === '') return 'The request must be a JSON object.';
  return received === 'undefined'
    ? `The field ${path} is missing.`
    : `The field ${path} has the wrong type.`;
}

/** Reads the query of a request, in which every value is text. */
export function readQuery<Schema extends v.GenericSchema>(
  c: ApiContext,
  schema: Schema,
): v.InferOutput<Schema> {
  return validate(schema, c.req.query());
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Whether a text may be put where PostgreSQL expects a uuid. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Reads an id from the path. What is no id at all is as absent as an unknown one. */
export function readId(c: ApiContext, parameter: string, what: string): string {
  const id = c.req.param(parameter);
  if (id === undefined || !isUuid(id)) throw notFound(what);
  return id.toLowerCase();
}
