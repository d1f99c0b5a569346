import {
  configureClient,
  deleteResponses,
  getCurrentUser,
  isApiError,
  SESSION_EXPIRED_EVENT,
} from '@carrel/shared/api';
import type { CurrentUser } from '@carrel/shared/contract';
import { SIGNED_IN_COOKIE } from '@carrel/shared/contract';
import { isSessionExempt } from '@carrel/shared/paths';
import { createStore } from 'jotai';

import { readCookie } from '../storage/cookies.ts';
import { loadSignedIn } from '../start/load-signed-in.ts';
import { logFailure } from '../start/log-failure.ts';
import { prepareSignIn } from './prepare-sign-in.ts';
import { sessionStatusAtom, signedOutAtom, userAtom } from './session.atoms.ts';
import { listenToOtherTabs, tellSignedIn, tellSignedOut, wasSignedOutHere } from './other-tabs.ts';
import { endOnServer } from './end-on-server.ts';

export type SessionStore = ReturnType<typeof createStore>;

/**
 * Who is signed in. Everything known of a person lives in one store, which is thrown away when the
 * session ends, in this tab or another.
 */
export class Session {
  #store: SessionStore = createStore();
  #leaving = false;
  #apiUrl = '';
  readonly #listeners = new Set<() => void>();

  readonly store = (): SessionStore => this.#store;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks once who is signed in, if anybody can be. */
  readonly start = async (): Promise<void> => {
    const store = this.#store;
    if (!this.#mayBeSignedIn()) {
      store.set(userAtom, null);
      store.set(sessionStatusAtom, 'ready');
      prepareSignIn();
      return;
    }
    store.set(sessionStatusAtom, 'checking');
    // On its way meanwhile; a failure is met again below.
    loadSignedIn().catch(() => undefined);
    let user: CurrentUser | null = null;
    try {
      user = await getCurrentUser();
    } catch (error) {
      if (isApiError(error) && error.kind === 'session') store.set(userAtom, null);
      else logFailure('The current user could not be fetched', error);
    }
    try {
      await this.#settle(store, user);
      store.set(sessionStatusAtom, 'ready');
    } catch (error) {
      logFailure('The console could not be loaded', error);
      store.set(sessionStatusAtom, 'failed');
    }
  };

  /** Fetches the person again, after sign-in or a change to them. Rejects when it cannot. */
  readonly reloadUser = async (): Promise<CurrentUser | null> => {
    const store = this.#store;
    loadSignedIn().catch(() => undefined);
    const user = await getCurrentUser();
    await this.#settle(store, user);
    return user;
  };

  /** Ends the session on the server, and here in any case. */
  readonly signOut = async (): Promise<void> => {
    this.#leaving = true;
    try {
      await endOnServer();
    } finally {
      this.#leaving = false;
      this.#discard(true);
      tellSignedOut();
    }
  };

  /** Forgets a person whose session has ended, but on the screens that do not mind. */
  readonly expire = (): void => {
    if (this.#leaving || isSessionExempt(window.location.pathname)) return;
    if (this.#store.get(userAtom) !== null) this.#discard(false);
  };

  /** Listens to everything that says that the session has ended, until the answer is called. */
  readonly listen = (apiUrl: string): (() => void) => {
    const listening = new AbortController();
    const { signal } = listening;
    this.#apiUrl = apiUrl;
    configureClient({ apiUrl, onAuthenticationError: this.expire });
    window.addEventListener(SESSION_EXPIRED_EVENT, this.expire, { signal });
    window.addEventListener('unhandledrejection', this.#catchExpiry, { signal });
    listenToOtherTabs(
      {
        onSignedOut: () => {
          if (this.#store.get(userAtom) !== null) this.#discard(true);
        },
        onSignedIn: this.#giveWayTo,
      },
      signal,
    );
    return () => listening.abort();
  };

  // Another origin's cookies cannot be seen from here: then that server knows, which may not have
  // heard of a sign-out.
  #mayBeSignedIn(): boolean {
    if (this.#apiUrl !== '') return !wasSignedOutHere();
    return readCookie(SIGNED_IN_COOKIE) !== undefined;
  }

  // The browser's cookies are somebody else's now: this tab must not show one person what is another's.
  readonly #giveWayTo = (accountId: string): void => {
    const user = this.#store.get(userAtom);
    if (user === null || user.id === accountId) return;
    this.#discard(false);
    void this.start();
  };

  readonly #catchExpiry = (event: PromiseRejectionEvent): void => {
    if (!isApiError(event.reason) || event.reason.kind !== 'session') return;
    event.preventDefault();
    this.expire();
  };

  // The person is made known only once the code for signed-in screens is here, so that they can be
  // rendered in one go.
  async #settle(store: SessionStore, user: CurrentUser | null): Promise<void> {
    if (user === null) return;
    await loadSignedIn();
    store.set(userAtom, user);
    tellSignedIn(user.id);
  }

  #discard(signedOut: boolean): void {
    // What was asked for one person must not be told to the next.
    deleteResponses();
    const store = createStore();
    store.set(sessionStatusAtom, 'ready');
    store.set(signedOutAtom, signedOut);
    store.set(userAtom, null);
    this.#store = store;
    for (const listener of this.#listeners) listener();
  }
}

/** Starts to listen and to ask who is signed in; `apiUrl` is empty for the page's own origin. */
export function startSession(apiUrl: string): Session {
  const session = new Session();
  session.listen(apiUrl);
  void session.start();
  return session;
}
