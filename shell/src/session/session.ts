import {
  ApiError,
  configureClient,
  deleteResponses,
  getCurrentUser,
  isApiError,
  isUnanswered,
  SESSION_EXPIRED_EVENT,
} from '@carrel/shared/api';
import type { CurrentUser } from '@carrel/shared/contract';
import { SIGNED_IN_COOKIE } from '@carrel/shared/contract';
import { consolePaths, isSessionExempt } from '@carrel/shared/paths';
import { toast } from '@carrel/shared/ui';
import { createStore } from 'jotai';

import { readCookie } from '../base/cookies.ts';
import { loadSignedIn } from '../state/load-signed-in.ts';
import { logFailure } from '../base/log-failure.ts';
import { isPublicScreen } from '../remotes/is-public-screen.ts';
import { prepareSignIn } from './prepare-sign-in.ts';
import {
  renewalFailedAtom,
  sessionStatusAtom,
  signedOutAtom,
  startFailureAtom,
  userAtom,
} from '../state/session.atoms.ts';
import {
  broadcastSignedIn,
  broadcastSignedOut,
  forgetSignedIn,
  listenToOtherTabs,
  wasSignedInHere,
  wasSignedOutHere,
} from '../state/other-tabs.ts';
import {
  endOnServer,
  forgetFailedSignOut,
  hasFailedSignOut,
  retrySignOut,
} from './end-on-server.ts';

export type SessionStore = ReturnType<typeof createStore>;

/** What the page says about the session. */
export interface SessionPage {
  /** The server gives `SIGNED_IN_COOKIE`. */
  signedInCookie?: boolean | undefined;
  /** A guest's screen is in the page, and stays while the server is asked. */
  showsGuest?: boolean;
}

const SESSION_EXPIRED = 'Session expired. Please login again.';

/** Shown on the sign-in page when a start failed. */
const NOT_CHECKED =
  'The server could not tell whether you are signed in. Sign in, or load the page again.';

/**
 * Returns whether the screen at a path stays when the session has failed: one for anybody. The screens of
 * signing in are not: they say why it failed. The page may not have read its registry yet.
 */
const isExempt = (pathname: string) =>
  isSessionExempt(pathname) ||
  (!pathname.startsWith(consolePaths.login()) && isPublicScreen(pathname));

/**
 * Who is signed in. All state of a user is in one store, which is replaced when the session ends, in
 * this tab or another.
 */
export class Session {
  #store: SessionStore = createStore();
  #signingOut = false;
  #apiUrl = '';
  readonly #listeners = new Set<() => void>();

  readonly store = (): SessionStore => this.#store;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns whether a guest's screen is what is rendered now. */
  readonly isGuest = (): boolean =>
    this.#store.get(sessionStatusAtom) === 'ready' && this.#store.get(userAtom) === null;

  /** Requests the signed-in user once, unless it is known that no session exists. */
  readonly start = async (page: SessionPage = {}): Promise<void> => {
    const store = this.#store;
    if (hasFailedSignOut() && !wasSignedInHere()) return this.#startSignedOut(store);
    const mayBe = this.#mayBeSignedIn(page);
    if (!mayBe || page.showsGuest === true) {
      store.set(userAtom, null);
      store.set(sessionStatusAtom, 'ready');
      prepareSignIn();
      if (mayBe) await this.#askBehindGuestScreen(store);
      return;
    }
    store.set(sessionStatusAtom, 'checking');
    // Loaded in parallel; a failure is handled below.
    loadSignedIn().catch(() => undefined);
    let user: CurrentUser | null = null;
    try {
      // Nothing has ended where nobody was signed in.
      user = await getCurrentUser({ quiet: !wasSignedInHere() });
    } catch (error) {
      if (isUnanswered(error) && this.#staysWithoutAnswer()) {
        logFailure('The session could not be renewed', error);
        store.set(sessionStatusAtom, 'failed');
        return;
      }
      if (isApiError(error) && error.kind === 'session') store.set(userAtom, null);
      else {
        logFailure('The current user could not be fetched', error);
        store.set(startFailureAtom, NOT_CHECKED);
      }
    }
    try {
      await this.#showUser(store, user);
      store.set(sessionStatusAtom, 'ready');
    } catch (error) {
      logFailure('The console could not be loaded', error);
      store.set(sessionStatusAtom, 'failed');
    }
  };

  /** Fetches the user again, after sign-in or a change of the account. Rejects when that fails. */
  readonly reloadUser = async (): Promise<CurrentUser | null> => {
    const store = this.#store;
    loadSignedIn().catch(() => undefined);
    const user = await getCurrentUser();
    await this.#showUser(store, user);
    return user;
  };

  /** Ends the session on the server, and here also where that fails. */
  readonly signOut = async (): Promise<void> => {
    if (this.#signingOut) return;
    this.#signingOut = true;
    try {
      await endOnServer();
    } finally {
      this.#signingOut = false;
      this.#resetStore(true);
      broadcastSignedOut();
    }
  };

  /**
   * Signs a user out whose session has ended, and says so once, but not on screens that are exempt. A
   * user whose session may still exist stays.
   */
  readonly expire = (error: ApiError): void => {
    if (this.#signingOut || isExempt(window.location.pathname)) return;
    const isUser = this.#store.get(userAtom) !== null;
    if (isUnanswered(error)) {
      if (isUser) this.#store.set(renewalFailedAtom, true);
      return;
    }
    if (isUser || wasSignedInHere()) toast.error(error.message);
    forgetSignedIn();
    if (isUser) this.#resetStore(false);
  };

  /** Listens to everything that ends the session. Returns a function that stops listening. */
  readonly listen = (apiUrl: string): (() => void) => {
    const listening = new AbortController();
    const { signal } = listening;
    this.#apiUrl = apiUrl;
    configureClient({
      apiUrl,
      onAuthenticationError: this.expire,
      onSessionConfirmed: () => this.#store.set(renewalFailedAtom, false),
    });
    window.addEventListener(SESSION_EXPIRED_EVENT, this.#catchEvent, { signal });
    window.addEventListener('unhandledrejection', this.#catchExpiry, { signal });
    listenToOtherTabs(
      {
        onSignedOut: () => {
          if (this.#store.get(userAtom) !== null) this.#resetStore(true);
        },
        onSignedIn: this.#switchTo,
      },
      signal,
    );
    return () => listening.abort();
  };

  // Without knowledge the server is asked: its cookies may be those of another origin, or have other
  // names. Not after a sign-out on another origin: the server may not have received it.
  #mayBeSignedIn({ signedInCookie }: SessionPage): boolean {
    if (this.#apiUrl !== '') return !wasSignedOutHere();
    return (
      signedInCookie !== true || readCookie(SIGNED_IN_COOKIE) !== undefined || wasSignedInHere()
    );
  }

  // The server is told first: a later answer would delete the cookies of a new sign-in.
  async #startSignedOut(store: SessionStore): Promise<void> {
    store.set(sessionStatusAtom, 'checking');
    await retrySignOut();
    store.set(userAtom, null);
    store.set(sessionStatusAtom, 'ready');
    prepareSignIn();
  }

  async #askBehindGuestScreen(store: SessionStore): Promise<void> {
    try {
      await this.#showUser(store, await getCurrentUser({ quiet: true }));
    } catch (error) {
      if (isApiError(error) && error.kind === 'session') this.expire(error);
      else logFailure('The current user could not be fetched', error);
    }
  }

  // The browser's cookies are another user's now: this tab must not show one user's data to another.
  readonly #switchTo = (accountId: string): void => {
    const user = this.#store.get(userAtom);
    if (user === null || user.id === accountId) return;
    this.#resetStore(false);
    void this.start();
  };

  readonly #catchExpiry = (event: PromiseRejectionEvent): void => {
    if (!isApiError(event.reason) || event.reason.kind !== 'session') return;
    event.preventDefault();
    this.expire(event.reason);
  };

  // The client calls `expire` itself; other code may dispatch the event.
  readonly #catchEvent = (event: Event): void => {
    const { detail } = event as CustomEvent<unknown>;
    this.expire(isApiError(detail) ? detail : new ApiError('session', SESSION_EXPIRED));
  };

  // On a screen of signed-in users; the others can be used without a session.
  #staysWithoutAnswer(): boolean {
    return wasSignedInHere() && !isExempt(window.location.pathname);
  }

  // The user is stored only once the code for signed-in screens has loaded, so that they can be
  // rendered at once.
  async #showUser(store: SessionStore, user: CurrentUser | null): Promise<void> {
    if (user === null) return;
    await loadSignedIn();
    store.set(userAtom, user);
    forgetFailedSignOut();
    broadcastSignedIn(user.id);
  }

  #resetStore(signedOut: boolean): void {
    // Responses for one user must not be shown to the next.
    deleteResponses();
    const store = createStore();
    store.set(sessionStatusAtom, 'ready');
    store.set(signedOutAtom, signedOut);
    store.set(userAtom, null);
    this.#store = store;
    for (const listener of this.#listeners) listener();
  }
}

/** Starts a session and requests who is signed in; `apiUrl` is empty for the page's own origin. */
export function startSession(apiUrl: string, page: SessionPage = {}): Session {
  const session = new Session();
  session.listen(apiUrl);
  void session.start(page);
  return session;
}
