import type { QueryCache } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { startTransition, useEffect, useReducer } from 'react';

import { queryClientAtom } from '../state/query-client.atoms.ts';

/** How often a screen is rendered again while it waits for its visit: what it read may say what it reads next. */
const PASSES_MAX = 3;

/**
 * Returns the number of a rendering of a screen that waits for its visit. It rises when what the screen has
 * requested is there: without effects, components do not learn of it.
 */
export function usePasses(isWaiting: boolean): number {
  // A pass that is rendered together with the visit is none: what is shown is not mounted again.
  const [pass, next] = useReducer((last: number) => (isWaiting ? last + 1 : last), 0);
  const cache = useAtomValue(queryClientAtom).getQueryCache();
  const isOver = !isWaiting || pass >= PASSES_MAX;
  useEffect(() => {
    if (isOver) return undefined;
    return cache.subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      if (event.query.isActive() || isAwaited(cache)) return;
      startTransition(next);
    });
  }, [isOver, cache]);
  return pass;
}

/** Whether a read is under way that no shown component waits for. */
const isAwaited = (cache: QueryCache) =>
  cache.findAll({ fetchStatus: 'fetching', type: 'inactive' }).length > 0;
