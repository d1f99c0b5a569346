import { registryInUse, remoteState, signedInRemotes } from '../remotes/remote-store.ts';

const ROUTES = './routes';

function prefetch(url: string, integrity: string | undefined): void {
  const link = document.createElement('link');
  link.rel = 'prefetch';
  link.as = 'script';
  link.href = url;
  if (integrity !== undefined) {
    link.integrity = integrity;
    link.crossOrigin = 'anonymous';
  }
  document.head.append(link);
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
      prefetch(url, remote.integrity[url]);
    }
  }
}
