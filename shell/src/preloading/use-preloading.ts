import { preload } from '@carrel/shared/api';
import { covers, screenReads } from '@carrel/shared/releases';
import { useShell } from '@carrel/shared/shell';
import { useSetAtom } from 'jotai';
import { useEffect } from 'react';

import { useIsGuest } from '../remotes/entries/use-viewer.ts';
import { savesData, whenIdle } from '../base/when-idle.ts';
import { ensureRemote, registryInUse } from '../remotes/remote-store.ts';
import { intendedScreenAtom } from '../state/intended-screen.atoms.ts';
import { dashboardRoute } from '../state/dashboard-route.ts';
import { onLinkIntent } from './on-link-intent.ts';
import { prefetchRemotes } from './prefetch-remotes.ts';

/** Milliseconds in which the same intent prepares nothing again. */
const AGAIN_MS = 5000;

/**
 * Preloads screens: the one that the user is about to open with its code and first reads, and the code of the others
 * when the browser is idle. Nothing under Save-Data. Some of what screens read first is closed to guests: for them only
 * code is loaded.
 */
export function usePreloading(): void {
  const { organizationId } = useShell();
  const isGuest = useIsGuest();
  const setIntended = useSetAtom(intendedScreenAtom);

  useEffect(() => {
    if (savesData()) return undefined;
    let last = { href: '', at: -Infinity };
    return onLinkIntent((address) => {
      const { href } = address;
      const now = performance.now();
      // The press after the pointer: the waiting screen has taken what was read.
      if (href === last.href && now - last.at < AGAIN_MS) return;
      last = { href, at: now };
      preloadCode(address.pathname);
      if (isGuest) return;
      requestReads(address, organizationId);
      setIntended(address);
    });
  }, [organizationId, isGuest, setIntended]);

  useEffect(() => whenIdle(prefetchRemotes), []);
}

const shell = { routes: [dashboardRoute] };

/** Sends the first reads of the screen at a URL ahead of a navigation to it. */
function requestReads(address: URL, organizationId: string | null): void {
  for (const { path, inOrganization } of screenReads(
    { shell, ...registryInUse().remotes },
    address,
  )) {
    if (!inOrganization) preload(path);
    else if (organizationId !== null) preload(path, organizationId);
  }
}

/** Loads and runs the remote whose screen is at a path, ahead of a navigation to it. */
function preloadCode(pathname: string): void {
  for (const [remote, { routes }] of Object.entries(registryInUse().remotes)) {
    if (routes.some(({ path }) => covers(path, pathname))) {
      void ensureRemote(remote, './routes');
      return;
    }
  }
}
