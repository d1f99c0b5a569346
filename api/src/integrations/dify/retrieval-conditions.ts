import * as v from 'valibot';

import { malformed } from '../../platform/http/problems.ts';
import { CONDITIONS_MAX, type Condition } from '../retrieval/conditions.ts';

const value = v.union([v.string(), v.number()]);

/** `metadata_condition` of dify's external knowledge API. */
export const metadataConditionSchema = v.nullish(
  v.object({
    logical_operator: v.nullish(v.picklist(['and', 'or']), 'and'),
    conditions: v.nullish(
      v.pipe(
        v.array(
          v.object({
            // Earlier versions sent a list of names.
            name: v.union([v.string(), v.pipe(v.array(v.string()), v.length(1))]),
            comparison_operator: v.string(),
            value: v.nullish(v.union([value, v.array(value)])),
          }),
        ),
        v.maxLength(CONDITIONS_MAX, `A filter has at most ${CONDITIONS_MAX} conditions.`),
      ),
      [],
    ),
  }),
  { conditions: [] },
);

const OPERATORS: Partial<Record<string, Condition['operator']>> = {
  is: 'is',
  '=': 'is',
  in: 'is',
  contains: 'contains',
  '≥': 'from',
  '>': 'after',
  after: 'after',
  '<': 'before',
  before: 'before',
  '≤': 'until',
};

/** Returns the conditions of a request. @throws {Problem} 400 for what a search cannot apply. */
export function conditionsOfMetadata({
  logical_operator: logic,
  conditions,
}: v.InferOutput<typeof metadataConditionSchema>): Condition[] {
  if (logic === 'or' && conditions.length > 1) {
    throw malformed('Metadata conditions with "or" are not supported.');
  }
  return conditions.map(({ name, comparison_operator: given, value: values }) => {
    const operator = OPERATORS[given];
    if (operator === undefined || values === null || values === undefined) {
      throw malformed(`Metadata conditions with "${given.slice(0, 50)}" are not supported.`);
    }
    return { key: [name].flat()[0] ?? '', operator, values: [values].flat() };
  });
}
