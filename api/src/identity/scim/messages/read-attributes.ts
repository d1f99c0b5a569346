import * as v from 'valibot';

import type { ApiContext } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { requireReadableQuery } from '../../../platform/http/bodies/readable-query.ts';
import { invalidSyntax, invalidValue } from '../scim-problem.ts';
import { SCIM_JSON } from '../scim-response.ts';

const anyObject = v.record(v.string(), v.unknown());

/** The attributes of a resource or a message, by their names in lower case: RFC 7643 (2.1) ignores case. */
export type Attributes = ReadonlyMap<string, unknown>;

/** The longest text of an attribute. */
const TEXT_MAX = 512;

/** Returns the attributes of a body of at most 1 MB. */
export async function readAttributes(c: ApiContext): Promise<Attributes> {
  const types = [SCIM_JSON, 'application/json'];
  return attributesOf(await readBody(c, anyObject, { types }));
}

/** Returns the parameters of a query. */
export function queryAttributes(c: ApiContext): Attributes {
  requireReadableQuery(c);
  return attributesOf(c.req.query());
}

/** @throws {ScimProblem} 400 for what is no object, and for an attribute that is there twice. */
export function attributesOf(value: unknown): Attributes {
  if (!isObject(value)) throw invalidSyntax('An object was expected.');
  const entries = Object.entries(value).map(
    ([name, inner]) => [name.toLowerCase(), inner] as const,
  );
  const attributes = new Map(entries);
  if (attributes.size < entries.length) throw invalidSyntax('An attribute is there twice.');
  return attributes;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a text, null for none. Numbers are texts to some directories. */
export function textOf(name: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw invalidValue(`${name} must be a text.`);
  }
  const text = String(value).trim();
  if (text.length > TEXT_MAX) throw invalidValue(`${name} is longer than ${TEXT_MAX} characters.`);
  return text === '' ? null : text;
}

/** Returns a boolean; undefined for none. Entra sends "True" and "False" as texts. */
export function booleanOf(name: string, value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (text === true || text === 'true') return true;
  if (text === false || text === 'false') return false;
  throw invalidValue(`${name} must be true or false.`);
}

/** Returns a list; a single value is a list of one. */
export const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
