import { useShell } from '@carrel/shared/shell';
import { useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useEffect } from 'react';

import { screenAheadAtom } from '../state/screen-ahead.atoms.ts';
import type { ScreenAhead } from '../state/screen-ahead.atoms.ts';
import { savesData, whenIdle } from '../base/when-idle.ts';
import { requestReads } from './request-reads.ts';
import { onLinkIntent } from './on-link-intent.ts';
import { prefetchList } from './prefetch-list.ts';
import { prefetchRemotes } from './prefetch-remotes.ts';
import { prepareScreen } from './prepare-screen.ts';

/**
 * Preloads screens: code and first reads of the one that the user is about to open, which is then drawn hidden, and
 * the code of the others when the browser is idle. Nothing where data is to be saved.
 */
export function usePreloading(): void {
  const queryClient = useQueryClient();
  const { organizationId } = useShell();
  const draw = useSetAtom(screenAheadAtom);

  useEffect(() => {
    if (savesData()) return undefined;
    return onLinkIntent((address) => {
      requestReads(address, organizationId);
      if (organizationId !== null) prefetchList(queryClient, organizationId, address.pathname);
      void drawAhead(address, draw);
    });
  }, [queryClient, organizationId, draw]);

  useEffect(() => whenIdle(prefetchRemotes), []);
}

let latest: URL | undefined;

/** Draws the screen at a URL hidden, once its code has been loaded and unless another one is wanted by then. */
async function drawAhead(address: URL, draw: (screen: ScreenAhead) => void): Promise<void> {
  latest = address;
  const { pathname, search, hash } = address;
  const isReady = await prepareScreen(pathname);
  const from = window.location.pathname;
  if (!isReady || latest !== address || from === pathname) return;
  draw({ location: { pathname, search, hash, state: null, key: 'ahead' }, from });
}
