import { queryKeys } from '@carrel/shared/api';
import type { DatasetChange } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { failedQuery } from '../failed/failed.queries.ts';
import { applyChange } from './apply-change.ts';
import type { DatasetPart } from './apply-change.ts';
import { pauseBefore } from './pause-before.ts';
import { followDataset } from './follow-dataset.ts';

const EVERYTHING: readonly DatasetPart[] = ['navigation', 'failed', 'archives'];

/**
 * Keeps what is shown of a dataset as it is on the server, for as long as its screen is open and in
 * sight. Says whether it does: where not, screens look again by themselves.
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

    const readAgain = (part: DatasetPart) => {
      timers.delete(part);
      const queryKey = keyOf(part);
      void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
    };
    const readSoon = (parts: Iterable<DatasetPart>) => {
      for (const part of parts) {
        if (timers.has(part)) continue;
        const pause = pauseBefore(queryClient, keyOf(part));
        timers.set(
          part,
          setTimeout(() => readAgain(part), pause),
        );
      }
    };
    const follow = () => {
      let isFirst = true;
      const onChange = (change: DatasetChange) => {
        readSoon(applyChange(queryClient, organizationId, datasetId, change));
        // What changed between the reading of the screen and the stream's beginning.
        if (isFirst) readSoon(EVERYTHING);
        isFirst = false;
      };
      const { signal } = stop;
      void followDataset({ organizationId, datasetId, signal, onLive: setLive, onChange });
    };
    // Out of sight nobody looks, and each stream takes one of the browser's few connections.
    const heed = () => {
      stop.abort();
      stop = new AbortController();
      if (document.hidden) setLive(false);
      else follow();
    };

    heed();
    document.addEventListener('visibilitychange', heed);
    return () => {
      stop.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      document.removeEventListener('visibilitychange', heed);
    };
  }, [organizationId, datasetId, queryClient]);

  return live;
}
