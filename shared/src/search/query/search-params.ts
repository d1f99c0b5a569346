import {
  DOCUMENT_KIND_NAMES,
  SEARCH_FOLDERS_MAX,
  SEARCH_MODES,
  SEARCH_MONTHS_MAX,
  SEARCH_NEIGHBOURS_MAX,
} from '@carrel/shared/contract';
import type { DocumentKind, SearchMode } from '@carrel/shared/contract';

import { dayOf, monthOfDays } from './day.ts';

/** How a list is ranked. */
export interface Setting {
  mode: SearchMode;
  /** Whether the reranker takes part, where the server has one. */
  rerank: boolean;
}

/** Everything that a search is about, as the query of the URL holds it. */
export interface SearchParams extends Setting {
  q: string;
  datasets: readonly string[];
  folders: readonly string[];
  kind: readonly DocumentKind[];
  name: string;
  /** Calendar months, as "2026-11". */
  months: readonly string[];
  /** Days as "2026-11-01": `from` is included, `to` is not. Empty for no limit. */
  from: string;
  to: string;
  neighbours: number;
  /** The setting of the second list; null for one list. */
  compare: Setting | null;
  /** Results per list. */
  limit: number;
  /** Documents whose other results are shown as well, by id. */
  opened: readonly string[];
}

/** Results of a list at first, and after "Show more". */
export const LIMITS = [20, 50] as const;
/** A longer encoded text is searched for, but not kept: servers refuse URLs of 16 kB. */
const URL_TEXT_MAX = 4000;
/** Documents whose other results are shown. */
const OPENED_MAX = 20;
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const NOT_RERANKED = '-without-reranker';
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const listOf = (text: string | null) => [...new Set((text ?? '').split(',').filter(Boolean))];
const isKind = (text: string): text is DocumentKind =>
  (DOCUMENT_KIND_NAMES as readonly string[]).includes(text);
const isMode = (text: string): text is SearchMode =>
  (SEARCH_MODES as readonly string[]).includes(text);

function settingOf(text: string | null): Setting | null {
  if (text === null) return null;
  const mode = text.replace(NOT_RERANKED, '');
  return isMode(mode) ? { mode, rerank: !text.endsWith(NOT_RERANKED) } : null;
}

const textOfSetting = ({ mode, rerank }: Setting) => `${mode}${rerank ? '' : NOT_RERANKED}`;

/** Returns the search that the query of a URL describes; what it cannot mean is left out. */
export function readSearchParams(query: URLSearchParams): SearchParams {
  const neighbours = Number(query.get('neighbours') ?? 0);
  const limit = Number(query.get('limit'));
  const [from, to] = [dayOf(query.get('from')), dayOf(query.get('to'))];
  // Links of earlier versions name the days of a month.
  const month = monthOfDays(from, to);
  const months = listOf(query.get('months')).filter((text) => MONTH.test(text));
  return {
    q: query.get('q') ?? '',
    ...(settingOf(query.get('mode')) ?? { mode: 'auto', rerank: true }),
    datasets: listOf(query.get('datasets')).filter((id) => ID.test(id)),
    folders: [...new Set(query.getAll('folder').filter(Boolean))].slice(0, SEARCH_FOLDERS_MAX),
    kind: listOf(query.get('kind')).filter(isKind),
    name: query.get('name') ?? '',
    months: (month === undefined ? months : [month]).slice(0, SEARCH_MONTHS_MAX),
    from: month === undefined ? from : '',
    to: month === undefined ? to : '',
    neighbours:
      Number.isInteger(neighbours) && neighbours > 0 && neighbours <= SEARCH_NEIGHBOURS_MAX
        ? neighbours
        : 0,
    compare: settingOf(query.get('compare')),
    limit: LIMITS.find((known) => known === limit) ?? LIMITS[0],
    opened: listOf(query.get('opened'))
      .filter((id) => ID.test(id))
      .slice(0, OPENED_MAX),
  };
}

/** Returns the query of a URL with this search in it. What is not of a search stays. */
export function writeSearchParams(before: URLSearchParams, params: SearchParams): URLSearchParams {
  const mode = textOfSetting(params);
  const texts: Record<keyof Omit<SearchParams, 'rerank' | 'folders'>, string> = {
    q: encodeURIComponent(params.q.toWellFormed()).length > URL_TEXT_MAX ? '' : params.q,
    mode: mode === 'auto' ? '' : mode,
    datasets: params.datasets.join(','),
    kind: params.kind.join(','),
    name: params.name,
    months: params.months.join(','),
    from: params.from,
    to: params.to,
    neighbours: params.neighbours === 0 ? '' : String(params.neighbours),
    compare: params.compare === null ? '' : textOfSetting(params.compare),
    limit: params.limit === LIMITS[0] ? '' : String(params.limit),
    opened: params.opened.slice(-OPENED_MAX).join(','),
  };
  const query = new URLSearchParams(before);
  for (const [name, text] of Object.entries(texts)) {
    if (text === '') query.delete(name);
    else query.set(name, text);
  }
  query.delete('folder');
  // A folder's name may have a comma.
  for (const folder of params.folders) query.append('folder', folder);
  return query;
}

/** What another text changes. */
const OF_TEXT: ReadonlySet<string> = new Set([
  'q',
  'limit',
  'opened',
] satisfies (keyof SearchParams)[]);

/** Returns whether props are the same for a component that shows nothing of the text: it need not render with each key. */
export const areSameButText = <Props extends { params: SearchParams }>(
  before: Props,
  after: Props,
): boolean =>
  keysOf(after).every((key) =>
    key === 'params'
      ? keysOf(after.params).every(
          (each) => OF_TEXT.has(each) || before.params[each] === after.params[each],
        )
      : before[key] === after[key],
  );

const keysOf = <Value extends object>(value: Value) =>
  Object.keys(value) as (keyof Value & string)[];
