import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams as useUrlQuery } from 'react-router-dom';

/** Milliseconds without a key press before a request is sent; a key after a pause waits for none. */
const DEBOUNCE_MS = 60;
const PAUSE_MS = 300;
/** Milliseconds until the URL follows a step while typing: its change renders the shell too. */
const URL_DELAY_MS = 400;

/** A text that is typed, and what else a search is about. */
interface Typed {
  q: string;
}

/** How a search is kept in the query of a URL. */
export interface ParamsCodec<Params extends Typed> {
  read: (query: URLSearchParams) => Params;
  /** Returns the query with this search in it. What is not of a search stays. */
  write: (before: URLSearchParams, params: Params) => URLSearchParams;
  /** What another text changes besides. */
  onText: (params: Params) => Params;
  /** Whether Back returns to what was before the first text: without one, there is something to see. */
  showsWithoutText?: boolean;
}

interface Held<Params extends Typed> {
  params: Params;
  /** Whether Back must return to this search: it was not only a step while typing. */
  settled: boolean;
  /** How often the text was replaced from outside, as by Back; the field then forgets what was typed. */
  replaced: number;
}

export interface TypedParams<Params extends Typed>
  extends Held<Params>, TypedParamsActions<Params> {}

/** They stay the same between renders. */
interface TypedParamsActions<Params extends Typed> {
  /** Takes what was typed; the search follows after a pause. */
  type: (text: string) => void;
  /** Searches for what was typed at once. */
  submit: () => void;
  /** Changes filters and settings, as a step of the history. */
  change: (changes: Partial<Params>) => void;
  /** Changes what is shown of the same search, in its entry of the history. */
  adjust: (changes: Partial<Params>) => void;
}

/**
 * Returns the search of this screen, which the URL holds too. A change is visible at once and the URL
 * follows; a URL that changes otherwise, as with Back, changes the search. The codec stays the same.
 */
export function useTypedParams<Params extends Typed>(
  codec: ParamsCodec<Params>,
  /** Called with a search that was typed, before it is rendered: its request need not wait for that. */
  onTyped?: (params: Params) => void,
): TypedParams<Params> {
  const [query, setQuery] = useUrlQuery();
  const [held, setHeld] = useState<Held<Params>>(() => ({
    params: codec.read(query),
    settled: true,
    replaced: 0,
  }));
  const writeUrl = (params: Params, replace: boolean, state: WrittenEntry) =>
    setQuery(codec.write(query, params), { replace, state });
  const latest = useRef<SessionAccess<Params>>({ query, writeUrl, onTyped });
  useLayoutEffect(() => {
    latest.current = { query, writeUrl, onTyped };
  });
  const [session] = useState(() => new TypingSession(codec, held, setHeld, latest));
  useNavigated((state) => {
    if (!session.isNewlyWritten(state)) session.returnTo(query);
  });
  useBack((before) => session.returnTo(before));
  useEffect(() => () => session.stop(), [session]);
  return { ...held, ...session.actions };
}

/** What the last render gave to the session. */
interface SessionAccess<Params extends Typed> {
  query: URLSearchParams;
  writeUrl: (params: Params, replace: boolean, state: WrittenEntry) => void;
  onTyped: ((params: Params) => void) | undefined;
}

/** The state of an entry of the history that a search has written. */
interface WrittenEntry {
  writer: number;
  /** Counts the entries of a writer. */
  written: number;
}

/** What is typed and searched while a screen is open. Several changes may come before the next render. */
class TypingSession<Params extends Typed> {
  #held: Held<Params>;
  #typed: string;
  #typing: ReturnType<typeof setTimeout> | undefined;
  #lastKey = Number.NEGATIVE_INFINITY;
  /** Runs while the URL is still to follow a step of typing. */
  #urlDelay: ReturnType<typeof setTimeout> | undefined;
  /** The query of the URL, as it is or will be. */
  #url: string;
  readonly #writer = Math.random();
  #written = 0;
  /** The last of the written entries that was navigated to. */
  #seen = 0;
  readonly #codec: ParamsCodec<Params>;
  readonly #show: (held: Held<Params>) => void;
  readonly #access: { readonly current: SessionAccess<Params> };

  constructor(
    codec: ParamsCodec<Params>,
    held: Held<Params>,
    show: (held: Held<Params>) => void,
    access: { readonly current: SessionAccess<Params> },
  ) {
    this.#codec = codec;
    this.#held = held;
    this.#typed = held.params.q;
    this.#show = show;
    this.#access = access;
    this.#url = access.current.query.toString();
  }

  readonly actions: TypedParamsActions<Params> = {
    type: (text) => {
      this.#typed = text;
      clearTimeout(this.#typing);
      const now = performance.now();
      const delay = now - this.#lastKey > PAUSE_MS ? 0 : DEBOUNCE_MS;
      this.#lastKey = now;
      // The field is painted first; the request is sent before that.
      if (delay === 0) this.#access.current.onTyped?.(this.#typedParams());
      this.#typing = setTimeout(() => this.#search(false), delay);
    },
    submit: () => {
      this.#search(true);
      this.#flush();
    },
    change: (changes) => {
      clearTimeout(this.#typing);
      if (changes.q !== undefined) {
        this.#typed = changes.q;
        this.#update({ replaced: this.#held.replaced + 1 });
      }
      this.#write({ ...this.#held.params, q: this.#typed, ...changes }, true, false);
    },
    adjust: (changes) =>
      this.#write({ ...this.#held.params, ...changes }, this.#held.settled, true),
  };

  #adopt(query: URLSearchParams): void {
    const params = this.#codec.read(query);
    this.stop();
    this.#typed = params.q;
    this.#url = query.toString();
    this.#update({ params, settled: true, replaced: this.#held.replaced + 1 });
  }

  /** Takes the search of a URL that another navigation led to, unless it is shown: Back is noticed twice. */
  returnTo(query: URLSearchParams): void {
    if (query.toString() !== this.#url) this.#adopt(query);
  }

  stop(): void {
    clearTimeout(this.#typing);
    clearTimeout(this.#urlDelay);
    this.#urlDelay = undefined;
  }

  #update(changes: Partial<Held<Params>>): void {
    this.#held = { ...this.#held, ...changes };
    this.#show(this.#held);
  }

  /**
   * Returns whether an entry of the history was written here and is navigated to for the first time. Back and
   * Forward return to entries that were written earlier.
   */
  isNewlyWritten(state: Partial<WrittenEntry> | null): boolean {
    const { writer, written = 0 } = state ?? {};
    if (writer !== this.#writer || written <= this.#seen) return false;
    this.#seen = written;
    return true;
  }

  #search(settled: boolean): void {
    clearTimeout(this.#typing);
    const { params, settled: wasSettled } = this.#held;
    if (this.#typed === params.q) {
      if (settled && !wasSettled) this.#update({ settled });
      return;
    }
    // The first key after a search that counts opens a new entry of the history; others replace it.
    const wasEmpty = params.q === '' && this.#codec.showsWithoutText !== true;
    const replace = !wasSettled || wasEmpty;
    const typed = this.#typedParams();
    if (!settled) this.#access.current.onTyped?.(typed);
    this.#write(typed, settled, replace);
  }

  #typedParams(): Params {
    return this.#codec.onText({ ...this.#held.params, q: this.#typed });
  }

  #write(params: Params, settled: boolean, replace: boolean): void {
    if (settled) this.#flush();
    this.#update({ params, settled });
    const { query } = this.#access.current;
    const url = this.#codec.write(query, params).toString();
    if (url === this.#url) return;
    this.#url = url;
    clearTimeout(this.#urlDelay);
    const isStep = !settled && replace;
    this.#urlDelay = isStep ? setTimeout(() => this.#flush(), URL_DELAY_MS) : undefined;
    // An entry of the history is made at once: Back may follow.
    if (!isStep) this.#writeEntry(params, replace);
  }

  #writeEntry(params: Params, replace: boolean): void {
    this.#written += 1;
    const entry = { writer: this.#writer, written: this.#written };
    this.#access.current.writeUrl(params, replace, entry);
  }

  /** Has the URL follow a step of typing now. */
  #flush(): void {
    if (this.#urlDelay === undefined) return;
    clearTimeout(this.#urlDelay);
    this.#urlDelay = undefined;
    this.#writeEntry(this.#held.params, true);
  }
}

/** Calls `onNavigated` after each navigation, with the state of its entry of the history. */
function useNavigated(onNavigated: (state: Partial<WrittenEntry> | null) => void): void {
  const location = useLocation();
  const { key, state } = location as { key: string; state: Partial<WrittenEntry> | null };
  const seen = useRef(key);
  useLayoutEffect(() => {
    if (seen.current === key) return;
    seen.current = key;
    onNavigated(state);
  });
}

/**
 * Calls `onBack` with the query of the URL after Back and Forward within the screen. The router draws the last of
 * several navigations only: where that is the one that was drawn before, it draws nothing.
 */
function useBack(onBack: (query: URLSearchParams) => void): void {
  const { pathname } = useLocation();
  const onPop = useEffectEvent(() => {
    if (window.location.pathname === pathname) onBack(new URLSearchParams(window.location.search));
  });
  useEffect(() => {
    const listener = () => onPop();
    window.addEventListener('popstate', listener);
    return () => window.removeEventListener('popstate', listener);
  }, []);
}
