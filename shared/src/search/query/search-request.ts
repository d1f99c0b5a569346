import { SEARCH_QUERY_MAX } from '@carrel/shared/contract';
import type { SearchFilter, SearchRequest } from '@carrel/shared/contract';

import { daysOfMonth } from './day.ts';
import type { SearchParams, Setting } from './search-params.ts';

const startOf = (day: string) => `${day}T00:00:00.000Z`;

function filterOf(params: SearchParams): SearchFilter {
  const { datasets, folders, kind, name, months } = params;
  // One value is said in the way that servers of earlier versions know.
  const [folder, ...otherFolders] = folders;
  const [month, ...otherMonths] = months;
  const isOneMonth = month !== undefined && otherMonths.length === 0;
  const { from, to } = isOneMonth ? daysOfMonth(month) : params;
  const changed = {
    ...(from === '' ? {} : { from: startOf(from) }),
    ...(to === '' ? {} : { to: startOf(to) }),
  };
  return {
    ...(datasets.length === 0 ? {} : { datasets: [...datasets] }),
    ...(folder === undefined
      ? {}
      : otherFolders.length === 0
        ? { folder }
        : { folders: [...folders] }),
    ...(kind.length === 0 ? {} : { kind: [...kind] }),
    ...(name === '' ? {} : { name }),
    ...(from === '' && to === '' ? {} : { changed }),
    ...(otherMonths.length === 0 ? {} : { changed_in: [...months] }),
  };
}

/** Returns what is wrong with a text, which is then not searched for. */
export function faultOf(text: string): string | undefined {
  return text.length > SEARCH_QUERY_MAX
    ? `Query must be at most ${SEARCH_QUERY_MAX.toLocaleString('en-US')} characters; this has ${text.length.toLocaleString('en-US')}`
    : undefined;
}

/**
 * Returns the request of one list; null where there is nothing to search for. `final` is false for a step
 * while typing, which is not counted as a search.
 */
export function searchRequest(
  params: SearchParams,
  setting: Setting,
  final = true,
): SearchRequest | null {
  const query = params.q.trim();
  if (query === '' || faultOf(params.q) !== undefined) return null;
  return {
    query,
    limit: params.limit,
    mode: setting.mode,
    rerank: setting.rerank,
    filter: filterOf(params),
    neighbours: params.neighbours,
    explain: true,
    facets: 'alternatives',
    // Compared lists show every passage in its place.
    ...(params.compare === null ? { group: 'document' } : {}),
    ...(final ? {} : { final }),
  };
}
