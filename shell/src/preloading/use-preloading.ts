import { useShell } from '@carrel/shared/shell';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { savesData, whenIdle } from '../start/when-idle.ts';
import { requestReads } from './request-reads.ts';
import { onLinkIntent } from './on-link-intent.ts';
import { prefetchList } from './prefetch-list.ts';
import { prefetchRemotes } from './prefetch-remotes.ts';
import { prepareScreen } from './prepare-screen.ts';

/**
 * Preloads screens: code and first reads of the one that the user is about to open, and the code of
 * the others when the browser is idle. Nothing where data is to be saved.
 */
export function usePreloading(): void {
  const queryClient = useQueryClient();
  const { organizationId } = useShell();

  useEffect(() => {
    if (savesData()) return undefined;
    return onLinkIntent((address) => {
      requestReads(address, organizationId);
      if (organizationId !== null) prefetchList(queryClient, organizationId, address.pathname);
      prepareScreen(address.pathname);
    });
  }, [queryClient, organizationId]);

  useEffect(() => whenIdle(prefetchRemotes), []);
}
