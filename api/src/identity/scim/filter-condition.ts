import { invalidFilter } from './scim-problem.ts';
import type { AttributePath, Filter } from './read-path.ts';

type Value = string | number | boolean | null;

/** Returns SQL for a comparison of an attribute; `bind` adds a parameter and returns its place. */
export type Comparison = (bind: (value: unknown) => string, value: string) => string;

/** A condition in SQL and its parameters, from `$2` on: `$1` is the organization. */
export interface Condition {
  sql: string;
  parameters: unknown[];
}

/** Everything of the organization. */
export const ALL: Condition = { sql: 'true', parameters: [] };

/**
 * Returns a filter in SQL. `comparisons` has the attributes that can be compared, as `emails.value`.
 * @throws {ScimProblem} 400 for an attribute that cannot.
 */
export function conditionOf(
  filter: Filter,
  comparisons: Readonly<Record<string, Comparison>>,
): Condition {
  const parameters: unknown[] = [];
  const bind = (value: unknown) => `$${parameters.push(value) + 1}`;
  const sqlOf = (part: Filter): string => {
    if (part.kind !== 'eq') return `(${part.parts.map(sqlOf).join(` ${part.kind} `)})`;
    const name = nameOf(part.path);
    const compare = Object.hasOwn(comparisons, name) ? comparisons[name] : undefined;
    if (compare === undefined) {
      throw invalidFilter(`Filters compare ${Object.keys(comparisons).join(', ')}.`);
    }
    const inner = part.path.within;
    if (inner === undefined) return compare(bind, String(part.value));
    return `(${compare(bind, String(part.value))} AND ${withinOf(inner, name, bind)})`;
  };
  return { sql: sqlOf(filter), parameters };
}

const nameOf = ({ attribute, sub }: AttributePath) =>
  sub === undefined ? attribute : `${attribute}.${sub}`;

/** `emails[type eq "work"].value`: the directory asks for the address of one kind. */
function withinOf(filter: Filter, name: string, bind: (value: unknown) => string): string {
  if (name !== 'emails.value' || filter.kind !== 'eq' || filter.path.attribute !== 'type') {
    throw invalidFilter('Only emails of one type can be asked for.');
  }
  return `EXISTS (SELECT FROM jsonb_array_elements(emails) e
    WHERE lower(e ->> 'type') = lower(${bind(String(filter.value))}::text))`;
}

/** Returns whether an element of a list, by names in lower case, matches a filter. Texts match in any case. */
export function matches(filter: Filter, element: ReadonlyMap<string, unknown>): boolean {
  if (filter.kind !== 'eq') {
    const isMatch = (part: Filter) => matches(part, element);
    return filter.kind === 'and' ? filter.parts.every(isMatch) : filter.parts.some(isMatch);
  }
  return fold(element.get(filter.path.attribute)) === fold(filter.value);
}

const fold = (value: unknown) => (JSON.stringify(value ?? null) ?? '').toLowerCase();

/** Returns what an element must have to match a filter, for one that is made of it. */
export function requiredBy(filter: Filter): [name: string, value: Value][] {
  if (filter.kind === 'eq') return [[filter.path.attribute, filter.value]];
  return filter.kind === 'and' ? filter.parts.flatMap(requiredBy) : [];
}
