import type { ApiContext } from '../../../platform/http/api-context.ts';
import { parseFilter, type Filter } from '../read-path.ts';
import { queryAttributes, readAttributes, textOf, type Attributes } from './read-attributes.ts';
import { invalidValue } from '../scim-problem.ts';
import { readShown, type Shown } from './shown-attributes.ts';

/** Resources in a page. */
export const PAGE_MAX = 200;
const PAGE_DEFAULT = 100;
const START_MAX = 10_000_000;

/** What a client asks of a list. Sorting is not supported, and not asked for. */
export interface ListRequest {
  filter: Filter | undefined;
  /** Of the first resource, from 0. */
  offset: number;
  count: number;
  shown: Shown;
}

/** Reads the query of a list. */
export const readListQuery = (c: ApiContext): ListRequest => toRequest(queryAttributes(c));

/** Reads the same from the body of a search (RFC 7644, 3.4.3). */
export const readSearch = async (c: ApiContext): Promise<ListRequest> =>
  toRequest(await readAttributes(c));

function toRequest(sent: Attributes): ListRequest {
  const filter = sent.get('filter');
  if (filter !== undefined && typeof filter !== 'string') throw invalidValue('filter is a text.');
  const count = numberOf('count', sent.get('count')) ?? PAGE_DEFAULT;
  const start = numberOf('startIndex', sent.get('startindex')) ?? 1;
  return {
    filter: filter === undefined ? undefined : parseFilter(filter),
    offset: Math.min(Math.max(1, start), START_MAX) - 1,
    count: Math.min(Math.max(0, count), PAGE_MAX),
    shown: readShown(sent),
  };
}

/** Returns a whole number; a negative one is allowed, and means 0 or 1 (RFC 7644, 3.4.2.4). */
function numberOf(name: string, value: unknown): number | undefined {
  const text = textOf(name, value);
  if (text === null) return undefined;
  if (!/^-?\d{1,9}$/.test(text)) throw invalidValue(`${name} must be a whole number.`);
  return Number(text);
}

/** Returns the message of a list. */
export function listResponse(total: number, offset: number, resources: readonly object[]) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
