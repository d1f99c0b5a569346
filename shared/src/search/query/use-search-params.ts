import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams as useUrlQuery } from 'react-router-dom';

import { LIMITS, readSearchParams, writeSearchParams } from './search-params.ts';
import type { SearchParams } from './search-params.ts';

/** Milliseconds without a key press before a request is sent; a key after a pause waits for none. */
const DEBOUNCE_MS = 60;
const PAUSE_MS = 300;
/** Milliseconds until the URL follows a step while typing: its change renders the shell too. */
const URL_DELAY_MS = 400;

interface Held {
  params: SearchParams;
  /** Whether Back must return to this search: it was not only a step while typing. */
  settled: boolean;
  /** How often the search was replaced from outside, as by Back; the field then forgets what was typed. */
  replaced: number;
}

export interface SearchState extends Held, SearchActions {}

/** They stay the same between renders. */
export interface SearchActions {
  /** Takes what was typed; the search follows after a pause. */
  type: (text: string) => void;
  /** Searches for what was typed at once. */
  submit: () => void;
  /** Changes filters and settings, as a step of the history. */
  change: (changes: Partial<SearchParams>) => void;
}

/**
 * Returns the search of this screen, which the URL holds too. A change is visible at once and the URL
 * follows; a URL that changes otherwise, as with Back, changes the search.
 */
export function useSearchParams(): SearchState {
  const [query, setQuery] = useUrlQuery();
  const [held, setHeld] = useState<Held>(() => ({
    params: readSearchParams(query),
    settled: true,
    replaced: 0,
  }));
  const writer = useId();
  const writeUrl = (params: SearchParams, replace: boolean) =>
    setQuery(writeSearchParams(query, params), { replace, state: { writer } });
  const latest = useRef({ query, writeUrl });
  useLayoutEffect(() => {
    latest.current = { query, writeUrl };
  });
  const [session] = useState(() => new SearchSession(held, setHeld, latest));
  useForeignUrl(writer, () => session.adopt(readSearchParams(query)));
  useEffect(() => () => session.stop(), [session]);
  return { ...held, ...session.actions };
}

interface UrlAccess {
  query: URLSearchParams;
  writeUrl: (params: SearchParams, replace: boolean) => void;
}

/** What is typed and searched while a screen is open. Several changes may come before the next render. */
class SearchSession {
  #held: Held;
  #typed: string;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #lastKey = Number.NEGATIVE_INFINITY;
  /** Runs while the URL is still to follow a step of typing. */
  #urlDelay: ReturnType<typeof setTimeout> | undefined;
  /** The query of the URL, as it is or will be. */
  #url: string;
  readonly #show: (held: Held) => void;
  readonly #access: { readonly current: UrlAccess };

  constructor(held: Held, show: (held: Held) => void, access: { readonly current: UrlAccess }) {
    this.#held = held;
    this.#typed = held.params.q;
    this.#show = show;
    this.#access = access;
    this.#url = access.current.query.toString();
  }

  readonly actions: SearchActions = {
    type: (text) => {
      this.#typed = text;
      clearTimeout(this.#typing);
      const now = performance.now();
      const delay = now - this.#lastKey > PAUSE_MS ? 0 : DEBOUNCE_MS;
      this.#lastKey = now;
      this.#typing = setTimeout(() => this.#search(false), delay);
    },
    submit: () => {
      this.#search(true);
      this.#flush();
    },
    change: (changes) => {
      clearTimeout(this.#typing);
      this.#write({ ...this.#held.params, q: this.#typed, ...changes }, true, false);
    },
  };

  adopt(params: SearchParams): void {
    this.stop();
    this.#typed = params.q;
    this.#url = this.#access.current.query.toString();
    this.#update({ params, settled: true, replaced: this.#held.replaced + 1 });
  }

  stop(): void {
    clearTimeout(this.#typing);
    clearTimeout(this.#urlDelay);
    this.#urlDelay = undefined;
  }

  #update(changes: Partial<Held>): void {
    this.#held = { ...this.#held, ...changes };
    this.#show(this.#held);
  }

  #search(settled: boolean): void {
    clearTimeout(this.#typing);
    const { params, settled: wasSettled } = this.#held;
    if (this.#typed === params.q) {
      if (settled && !wasSettled) this.#update({ settled });
      return;
    }
    // The first key after a search that counts opens a new entry of the history; others replace it.
    const replace = !wasSettled || params.q === '';
    this.#write({ ...params, q: this.#typed, limit: LIMITS[0] }, settled, replace);
  }

  #write(params: SearchParams, settled: boolean, replace: boolean): void {
    if (settled) this.#flush();
    this.#update({ params, settled });
    const { query } = this.#access.current;
    const url = writeSearchParams(query, params).toString();
    if (url === this.#url) return;
    this.#url = url;
    clearTimeout(this.#urlDelay);
    const isStep = !settled && replace;
    this.#urlDelay = isStep ? setTimeout(() => this.#flush(), URL_DELAY_MS) : undefined;
    // An entry of the history is made at once: Back may follow.
    if (!isStep) this.#access.current.writeUrl(params, replace);
  }

  /** Has the URL follow a step of typing now. */
  #flush(): void {
    if (this.#urlDelay === undefined) return;
    clearTimeout(this.#urlDelay);
    this.#urlDelay = undefined;
    this.#access.current.writeUrl(this.#held.params, true);
  }
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
