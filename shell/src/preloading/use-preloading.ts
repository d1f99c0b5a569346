import { useShell } from '@carrel/shared/shell';
import { useEffect } from 'react';

import { savesData, whenIdle } from '../base/when-idle.ts';
import { onLinkIntent } from './on-link-intent.ts';
import { prefetchRemotes } from './prefetch-remotes.ts';
import { preloadCode } from './preload-code.ts';
import { requestReads } from './request-reads.ts';

/**
 * Preloads screens: code and first reads of the one that the user is about to open, and the code of the others when
 * the browser is idle. Nothing under Save-Data.
 */
export function usePreloading(): void {
  const { organizationId } = useShell();

  useEffect(() => {
    if (savesData()) return undefined;
    return onLinkIntent((address) => {
      requestReads(address, organizationId);
      preloadCode(address.pathname);
    });
  }, [organizationId]);

  useEffect(() => whenIdle(prefetchRemotes), []);
}
