import { queryKeys } from '@carrel/shared/api';
import type { DatasetChange } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { failedQuery } from '../failed/failed.queries.ts';
import { applyChange } from './apply-change.ts';
import type { DatasetPart } from './apply-change.ts';
import { followDataset } from './follow-dataset.ts';

const ALL_PARTS: readonly DatasetPart[] = ['navigation', 'failed', 'archives'];

/** Milliseconds between two loads of a part that a change cannot update. */
const RELOAD_MS = 700;

/**
 * Updates a dataset's cached data with its changes on the server while its screen is visible. Returns
 * whether it does: if not, screens poll.
 */
export function useLiveDataset(datasetId: string): boolean {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const [live, setLive] = useState(false);

  useEffect(() => {
    let stop = new AbortController();
    const timers = new Map<DatasetPart, ReturnType<typeof setTimeout>>();
    const keyOf = (part: DatasetPart) =>
      part === 'failed'
        ? failedQuery(organizationId, datasetId).queryKey
        : [...queryKeys.datasets(organizationId), datasetId, part];

    const reload = (part: DatasetPart) => {
      timers.delete(part);
      const queryKey = keyOf(part);
      void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
    };
    const reloadSoon = (parts: Iterable<DatasetPart>) => {
      for (const part of parts) {
        if (timers.has(part)) continue;
        const pause = pauseBefore(queryClient, keyOf(part));
        timers.set(
          part,
          setTimeout(() => reload(part), pause),
        );
      }
    };
    const follow = () => {
      let isFirst = true;
      const onChange = (change: DatasetChange) => {
        reloadSoon(applyChange(queryClient, organizationId, datasetId, change));
        // Changes between the screen's first load and the start of the stream.
        if (isFirst) reloadSoon(ALL_PARTS);
        isFirst = false;
      };
      const { signal } = stop;
      void followDataset({ organizationId, datasetId, signal, onLive: setLive, onChange });
    };
    // A hidden page needs no stream, which takes one of the browser's few connections.
    const onVisibilityChange = () => {
      stop.abort();
      stop = new AbortController();
      if (document.hidden) setLive(false);
      else follow();
    };

    onVisibilityChange();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      stop.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [organizationId, datasetId, queryClient]);

  return live;
}

/**
 * Returns the milliseconds before a part of a dataset is loaded again. All its pages are loaded, so a
 * long folder waits longer: one page per interval, whatever its length.
 */
export function pauseBefore(queryClient: QueryClient, queryKey: QueryKey): number {
  const lengths = queryClient
    .getQueriesData({ queryKey, type: 'active' })
    .map(([, data]) => pagesOf(data));
  return RELOAD_MS * Math.max(1, ...lengths);
}

function pagesOf(data: unknown): number {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return 1;
  return Array.isArray(data.pages) ? data.pages.length : 1;
}
