import type { ChangeFeed } from './change-feed.ts';

/** A version that was not sent yet, an idle period, or the end of the watch. */
export type WatchEvent = 'changed' | 'idle' | 'ended';

export interface DatasetWatch {
  /** Waits for the next event. `seen` is the version that was last sent. */
  next(seen: number): Promise<WatchEvent>;
  close(): void;
}

/** Watches a dataset until it is deleted or one of the signals aborts. */
export function watchDataset(
  feed: ChangeFeed,
  datasetId: string,
  { idleMilliseconds, signals }: { idleMilliseconds: number; signals: AbortSignal[] },
): DatasetWatch {
  const state = { latest: -1, ended: false, notify: () => {} };
  const end = () => {
    state.ended = true;
    state.notify();
  };
  const unwatch = feed.watch(datasetId, (version) => {
    if (version === undefined) end();
    else if (version > state.latest) {
      state.latest = version;
      state.notify();
    }
  });
  for (const signal of signals) {
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  }
  return {
    next: async (seen) => {
      if (!state.ended && state.latest <= seen) await nextChange(state, idleMilliseconds, seen);
      if (state.ended) return 'ended';
      return state.latest > seen ? 'changed' : 'idle';
    },
    close: () => {
      unwatch();
      for (const signal of signals) signal.removeEventListener('abort', end);
    },
  };
}

/** Resolves at a version newer than `seen`, at the end of the watch, or after `milliseconds`. */
function nextChange(
  state: { latest: number; ended: boolean; notify: () => void },
  milliseconds: number,
  seen: number,
): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    state.notify = () => {
      if (!state.ended && state.latest <= seen) return;
      clearTimeout(timer);
      resolve();
    };
  });
}
