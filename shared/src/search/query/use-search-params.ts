import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams as useUrlQuery } from 'react-router-dom';

import { LIMITS, readSearchParams, writeSearchParams } from './search-params.ts';
import type { SearchParams } from './search-params.ts';

/** Milliseconds without a key press before a request is sent. */
const DEBOUNCE_MS = 150;

interface Held {
  params: SearchParams;
  /** What the field has, which no response changes. */
  typed: string;
  /** Whether Back must return to this search: it was not only a step while typing. */
  settled: boolean;
  /** The query of the URL, as it is or will be. */
  url: string;
}

export interface SearchState {
  params: SearchParams;
  typed: string;
  /** Whether the search is more than a step while typing. */
  settled: boolean;
  /** Takes what was typed; the search follows after a pause. */
  type: (text: string) => void;
  /** Searches for what was typed at once. */
  submit: () => void;
  /** Changes filters and settings, as a step of the history. */
  change: (changes: Partial<SearchParams>) => void;
}

const adopt = (query: URLSearchParams): Held => {
  const params = readSearchParams(query);
  return { params, typed: params.q, settled: true, url: query.toString() };
};

/**
 * Returns the search of this screen, which the URL holds too. A change is visible at once and the URL
 * follows; a URL that changes otherwise, as with Back, changes the search.
 */
export function useSearchParams(): SearchState {
  const [query, setQuery] = useUrlQuery();
  const [held, setHeld] = useState(() => adopt(query));
  // Not the state: several changes may come before the next render.
  const latest = useRef(held);
  const update = (changes: Partial<Held>) => {
    latest.current = { ...latest.current, ...changes };
    setHeld(latest.current);
  };
  const writer = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useForeignUrl(writer, () => {
    clearTimeout(timer.current);
    update(adopt(query));
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const write = (params: SearchParams, settled: boolean, replace: boolean) => {
    const next = writeSearchParams(query, params);
    const url = next.toString();
    const isNew = url !== latest.current.url;
    update({ params, settled, url });
    if (isNew) setQuery(next, { replace, state: { writer } });
  };
  const search = (settled: boolean) => {
    clearTimeout(timer.current);
    const { typed, params, settled: wasSettled } = latest.current;
    if (typed === params.q) {
      if (settled && !wasSettled) update({ settled });
      return;
    }
    // The first key after a search that counts opens a new entry of the history; others replace it.
    write({ ...params, q: typed, limit: LIMITS[0] }, settled, !wasSettled || params.q === '');
  };
  const latestSearch = useRef(search);
  useLayoutEffect(() => {
    latestSearch.current = search;
  });
  return {
    params: held.params,
    typed: held.typed,
    settled: held.settled,
    type: (typed) => {
      update({ typed });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latestSearch.current(false), DEBOUNCE_MS);
    },
    submit: () => search(true),
    change: (changes) => {
      clearTimeout(timer.current);
      const { typed, params } = latest.current;
      write({ ...params, q: typed, ...changes }, true, false);
    },
  };
}

/** Calls `onChange` after each navigation that was not the writer's own: Back, Forward, a link, the palette. */
function useForeignUrl(writer: string, onChange: () => void): void {
  const { key, state } = useLocation() as { key: string; state: { writer?: unknown } | null };
  const navigation: string = useNavigationType();
  const seen = useRef(key);
  useLayoutEffect(() => {
    if (seen.current === key) return;
    seen.current = key;
    // Back and Forward return to entries that the writer made earlier.
    if (navigation === 'POP' || state?.writer !== writer) onChange();
  });
}
