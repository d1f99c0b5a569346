import * as v from 'valibot';

import { malformed } from '../../platform/http/problems.ts';
import { CONDITIONS_MAX, type Condition } from '../retrieval/conditions.ts';

const value = v.union([v.string(), v.number(), v.boolean()]);

const comparisonSchema = v.object({
  type: v.picklist(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin']),
  key: v.string(),
  value: v.union([value, v.array(value)]),
});

const compoundSchema = v.object({
  type: v.picklist(['and', 'or']),
  filters: v.pipe(v.array(v.unknown()), v.maxLength(CONDITIONS_MAX)),
});

const OPERATORS = {
  eq: 'is',
  in: 'is',
  gt: 'after',
  gte: 'from',
  lt: 'before',
  lte: 'until',
} as const;

/**
 * Returns the conditions of a filter of OpenAI's API, none for a missing one. `or` is possible between values of one key.
 * @throws {Problem} 400 for `ne`, `nin`, other uses of `or`, and more than `CONDITIONS_MAX` conditions.
 */
export function conditionsOfFilter(filter: unknown): Condition[] {
  const conditions = filter === null || filter === undefined ? [] : flatten(filter);
  if (conditions.length > CONDITIONS_MAX) {
    throw malformed(`A filter has at most ${CONDITIONS_MAX} conditions.`);
  }
  return conditions;
}

function flatten(filter: unknown): Condition[] {
  const compound = v.safeParse(compoundSchema, filter);
  if (compound.success) {
    const { type, filters } = compound.output;
    const conditions = filters.flatMap(flatten);
    return type === 'and' || conditions.length < 2 ? conditions : [joined(conditions)];
  }
  const comparison = v.safeParse(comparisonSchema, filter);
  if (!comparison.success) throw malformed('The filter is not one of the vector stores API.');
  const { type, key, value: given } = comparison.output;
  if (type === 'ne' || type === 'nin') {
    throw malformed(`Filters with ${type} are not supported. Use eq or in.`);
  }
  return [{ key, operator: OPERATORS[type], values: Array.isArray(given) ? given : [given] }];
}

function joined(conditions: readonly Condition[]): Condition {
  const [first] = conditions;
  const isSame = conditions.every(({ key, operator }) => key === first?.key && operator === 'is');
  if (first === undefined || !isSame) {
    throw malformed('Filters with or are supported between equal keys only.');
  }
  return { ...first, values: conditions.flatMap(({ values }) => values) };
}
