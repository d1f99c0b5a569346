import { apiPaths } from '@carrel/shared/paths';

import { cookieHeader, storeCookies } from './cookies.ts';
import type { SessionStore } from './session-store.ts';

/** Milliseconds for renewing a session. */
const RENEWAL_MS = 30_000;

interface SessionFetchOptions {
  /** The server's origin. */
  server: string;
  store: SessionStore;
  signal: AbortSignal;
}

/**
 * Returns a `fetch` that sends the stored session, and renews that once it has expired, however many calls and
 * processes notice it. A 401 says what to do.
 */
export function sessionFetch({ server, store, signal }: SessionFetchOptions): typeof fetch {
  const send = async (url: URL, init: RequestInit): Promise<[Response, string | undefined]> => {
    const { cookies } = await store.read(server);
    const cookie = cookieHeader(cookies, url.pathname);
    const headers = new Headers(init.headers);
    if (cookie !== undefined) headers.set('Cookie', cookie);
    return [await fetch(url, { ...init, headers }), cookie];
  };

  /** Renews the session, unless another process has done so since `used` was read. Returns what failed. */
  const renew = (used: string): Promise<Response | undefined> =>
    store.locked(server, signal, async () => {
      const session = await store.read(server);
      if (cookieHeader(session.cookies, `/${apiPaths.currentUser()}`) !== used) return undefined;
      const url = new URL(apiPaths.sessions(), `${server}/`);
      // The call that noticed may end: what the server has renewed has to be stored.
      const limits = AbortSignal.any([signal, AbortSignal.timeout(RENEWAL_MS)]);
      const init = { method: 'PUT', redirect: 'manual', signal: limits } as const;
      const [response] = await send(url, init);
      if (response.status !== 204 && response.status !== 401) return response;
      await response.body?.cancel();
      const cookies = storeCookies(session.cookies, response.headers.getSetCookie());
      await store.write(server, { ...session, cookies });
      return undefined;
    });

  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const [response, used] = await send(url, init);
    if (response.status !== 401) return response;
    if (used === undefined || init.body instanceof ReadableStream) return signedOut(response);
    await response.body?.cancel();
    const failed = await renew(used);
    if (failed !== undefined) return failed;
    const [again] = await send(url, init);
    return again.status === 401 ? signedOut(again) : again;
  };

  async function signedOut({ body, status, headers }: Response): Promise<Response> {
    await body?.cancel();
    const message = `You are not signed in to ${server}. Run: carrel-cli login`;
    return Response.json({ message }, { status, headers });
  }
}
