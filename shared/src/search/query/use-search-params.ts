import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams as useUrlQuery } from 'react-router-dom';

import { LIMITS, readSearchParams, writeSearchParams } from './search-params.ts';
import type { SearchParams } from './search-params.ts';

/** Milliseconds without a key press before a request is sent. */
const DEBOUNCE_MS = 150;

interface Held {
  params: SearchParams;
  /** What the field has, which no response changes. */
  typed: string;
  /** The URL's query at the last comparison. */
  seen: string;
  /** Queries that were written to the URL, which may not have them yet. */
  written: readonly string[];
  /** Whether Back must return to this search: it was not only a step while typing. */
  settled: boolean;
}

export interface SearchState {
  params: SearchParams;
  typed: string;
  /** Takes what was typed; the search follows after a pause. */
  type: (text: string) => void;
  /** Searches for what was typed at once. */
  submit: () => void;
  /** Changes filters and settings, as a step of the history. */
  change: (changes: Partial<SearchParams>) => void;
}

const adopt = (params: SearchParams, seen: string): Held => ({
  params,
  typed: params.q,
  seen,
  written: [],
  settled: true,
});

/**
 * Returns the search of this screen, which the URL holds too. A change is visible at once and the URL
 * follows; a URL that changes otherwise, as with Back, changes the search.
 */
export function useSearchParams(): SearchState {
  const [query, setQuery] = useUrlQuery();
  const address = query.toString();
  const [kept, setKept] = useState<Held>(() => adopt(readSearchParams(query), address));
  let held = kept;
  if (kept.seen !== address) {
    const own = kept.written.includes(address);
    const caughtUp = kept.written.at(-1) === address;
    held = own
      ? { ...kept, seen: address, written: caughtUp ? [] : kept.written }
      : adopt(readSearchParams(query), address);
    setKept(held);
  }

  const latest = useRef(held);
  useLayoutEffect(() => {
    latest.current = held;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const update = (next: Held) => {
    latest.current = next;
    setKept(next);
  };
  const write = (params: SearchParams, settled: boolean, replace: boolean) => {
    const before = latest.current;
    const next = writeSearchParams(query, params);
    const text = next.toString();
    const isNew = text !== (before.written.at(-1) ?? before.seen);
    const written = isNew ? [...before.written, text] : before.written;
    update({ ...before, params, settled, written });
    if (isNew) setQuery(next, { replace });
  };
  const search = (settled: boolean) => {
    clearTimeout(timer.current);
    const { typed, params, settled: wasSettled } = latest.current;
    if (typed === params.q) {
      if (settled && !wasSettled) update({ ...latest.current, settled });
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
    type: (typed) => {
      update({ ...latest.current, typed });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        if (latest.current.typed === typed) latestSearch.current(false);
      }, DEBOUNCE_MS);
    },
    submit: () => search(true),
    change: (changes) => {
      clearTimeout(timer.current);
      const { typed, params } = latest.current;
      write({ ...params, q: typed, ...changes }, true, false);
    },
  };
}
