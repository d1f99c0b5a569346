import { registryInUse, remoteState, signedInRemotes } from '../remotes/remote-store.ts';

const ROUTES = './routes';

/**
 * Fetches a script into the browser's cache. `<link rel=prefetch>` does this too, but WebKit does not
 * support it, and Firefox checks it against the policy's `default-src`.
 */
async function prefetch(url: string, integrity: string | undefined): Promise<void> {
  try {
    const response = await fetch(url, { priority: 'low', ...(integrity && { integrity }) });
    // A response is cached once its body has been read.
    await response.arrayBuffer();
  } catch {
    // Left by the user, or not there: the script is fetched when it is needed, and reported then.
  }
}

/**
 * Prefetches the code of the remotes that are not loaded yet into the browser's cache. None of it is
 * run: a remote that is broken must not fail before it is visited.
 */
export function prefetchRemotes(): void {
  const { remotes } = registryInUse();
  for (const name of signedInRemotes()) {
    const remote = remotes[name];
    if (remote === undefined || remoteState(name, ROUTES).status !== 'absent') continue;
    for (const url of [remote.entry, ...(remote.chunks[ROUTES] ?? [])]) {
      void prefetch(url, remote.integrity[url]);
    }
  }
}
