import type { ChangeFeed } from './change-feed.ts';

/** What a watcher is woken by: a version it has not seen, silence for a while, or the end. */
export type Wake = 'changed' | 'silence' | 'ended';

export interface DatasetWatch {
  /** Waits for the next thing to do. `seen` is the version that was last sent. */
  next(seen: number): Promise<Wake>;
  close(): void;
}

/** Watches a dataset until it is gone or one of the signals says so. */
export function watchDataset(
  feed: ChangeFeed,
  datasetId: string,
  { silenceMilliseconds, signals }: { silenceMilliseconds: number; signals: AbortSignal[] },
): DatasetWatch {
  const state = { latest: -1, ended: false, wake: () => {} };
  const end = () => {
    state.ended = true;
    state.wake();
  };
  const unwatch = feed.watch(datasetId, (version) => {
    if (version === undefined) end();
    else if (version > state.latest) {
      state.latest = version;
      state.wake();
    }
  });
  for (const signal of signals) {
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  }
  return {
    next: async (seen) => {
      if (!state.ended && state.latest <= seen) await woken(state, silenceMilliseconds, seen);
      if (state.ended) return 'ended';
      return state.latest > seen ? 'changed' : 'silence';
    },
    close: () => {
      unwatch();
      for (const signal of signals) signal.removeEventListener('abort', end);
    },
  };
}

/** Resolves after a while, or as soon as there is something newer than `seen`, or an end. */
function woken(
  state: { latest: number; ended: boolean; wake: () => void },
  milliseconds: number,
  seen: number,
): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    state.wake = () => {
      if (!state.ended && state.latest <= seen) return;
      clearTimeout(timer);
      resolve();
    };
  });
}
