import {
  DOCUMENT_KIND_NAMES,
  searchFilterSchema,
  type SearchFilter,
} from '@carrel/shared/contract';
import * as v from 'valibot';

import { malformed } from '../../platform/http/problems.ts';

/** A condition on a document, in the words of no API. Those of one request all apply. */
export interface Condition {
  key: string;
  operator: 'is' | 'contains' | 'from' | 'after' | 'before' | 'until';
  values: readonly (string | number | boolean)[];
}

/** Conditions of one request at most. */
export const CONDITIONS_MAX = 50;

const SUPPORTED =
  'Supported are dataset_id, kind and folder with equality, path with contains, changed_at with comparisons, and metadata parameters of datasets with equality';

const unsupported = ({ key }: Pick<Condition, 'key'>) =>
  malformed(`The filter on "${key.slice(0, 100)}" is not supported. ${SUPPORTED}.`);

/**
 * Returns the filter of a search for conditions.
 * @throws {Problem} 400 for conditions that a search cannot apply: none is left out.
 */
export function toSearchFilter(conditions: readonly Condition[]): SearchFilter {
  const filter: Record<string, unknown> = {};
  const metadata: Record<string, unknown> = {};
  const once = (field: string, condition: Condition, value: unknown) => {
    if (field in filter) throw unsupported(condition);
    filter[field] = value;
  };
  for (const condition of conditions) {
    const { key, operator, values } = condition;
    const [value] = values;
    const isOne = operator === 'is' && values.length === 1;
    if (key === 'dataset_id' && operator === 'is') once('datasets', condition, values);
    else if (key === 'kind' && operator === 'is') once('kind', condition, values);
    else if (key === 'folder' && isOne) once('folder', condition, value);
    else if (key === 'path' && operator === 'contains') once('name', condition, value);
    else if (key === 'changed_at') filter['changed'] = addBound(filter['changed'], condition);
    else if (isOne && !RESERVED.has(key) && !Object.hasOwn(metadata, key)) metadata[key] = value;
    else throw unsupported(condition);
  }
  const given = Object.keys(metadata).length === 0 ? filter : { ...filter, metadata };
  const parsed = v.safeParse(searchFilterSchema, given);
  if (parsed.success) return parsed.output;
  throw malformed(
    `The filter has a wrong value of ${v.getDotPath(parsed.issues[0]) ?? 'a key'}. Kinds are ${DOCUMENT_KIND_NAMES.join(', ')}.`,
  );
}

/** Keys of every document; all others are metadata parameters of its dataset. */
const RESERVED = new Set(['dataset_id', 'kind', 'folder', 'path', 'changed_at', '__proto__']);

/** `from` is included, `to` is not. */
function addBound(changed: unknown, condition: Condition): unknown {
  const [value] = condition.values;
  const time = typeof value === 'number' ? value * 1000 : Date.parse(String(value));
  const moment = new Date(
    time + (condition.operator === 'after' || condition.operator === 'until' ? 1 : 0),
  );
  if (Number.isNaN(moment.getTime()) || condition.values.length !== 1) throw unsupported(condition);
  const isStart = condition.operator === 'from' || condition.operator === 'after';
  const isEnd = condition.operator === 'before' || condition.operator === 'until';
  if (!isStart && !isEnd) throw unsupported(condition);
  return { ...(changed as object), [isStart ? 'from' : 'to']: moment.toISOString() };
}
