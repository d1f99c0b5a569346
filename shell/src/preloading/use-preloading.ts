import { useShell } from '@carrel/shared/shell';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { savesData, whenQuiet } from '../start/when-quiet.ts';
import { askForReads } from './ask-for-reads.ts';
import { onLinkIntent } from './on-link-intent.ts';
import { prefetchList } from './prefetch-list.ts';
import { prefetchRemotes } from './prefetch-remotes.ts';
import { prepareScreen } from './prepare-screen.ts';

/**
 * Has screens ready before they are visited: the code of the one that a person is about to go to and
 * what it reads, and the code of the others in a quiet moment. Nothing where data is to be saved.
 */
export function usePreloading(): void {
  const queryClient = useQueryClient();
  const { organizationId } = useShell();

  useEffect(() => {
    if (savesData()) return undefined;
    return onLinkIntent((address) => {
      askForReads(address, organizationId);
      if (organizationId !== null) prefetchList(queryClient, organizationId, address.pathname);
      prepareScreen(address.pathname);
    });
  }, [queryClient, organizationId]);

  useEffect(() => whenQuiet(prefetchRemotes), []);
}
