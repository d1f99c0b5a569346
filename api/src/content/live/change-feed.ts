import type { Queryable } from '../../platform/database/database.ts';

const POLL_MILLISECONDS = 400;

/** Notifies listeners of new versions of datasets. */
export interface ChangeFeed {
  /**
   * Calls `onVersion` with the dataset's version at every poll, or with undefined once the dataset is
   * deleted. Returns a function that ends the watch.
   */
  watch(datasetId: string, onVersion: (version: number | undefined) => void): () => void;
}

type Listener = (version: number | undefined) => void;

/**
 * Polls the versions of all watched datasets in one query. Unlike LISTEN, that works on every database,
 * through every pooler, and for changes of any instance.
 */
export function createChangeFeed(database: Queryable): ChangeFeed {
  const watches = new Map<string, Set<Listener>>();
  let polling = false;

  const poll = async () => {
    // Others that are watched meanwhile are not in the result, and were not deleted.
    const asked = [...watches.keys()];
    if (asked.length === 0) return;
    try {
      const rows = await database.query<{ dataset_id: string; version: number }>(
        'SELECT dataset_id, version FROM dataset_counts WHERE dataset_id = ANY ($1::uuid[])',
        [asked],
      );
      const versions = new Map(rows.map(({ dataset_id, version }) => [dataset_id, version]));
      for (const datasetId of asked) {
        for (const listener of watches.get(datasetId) ?? []) listener(versions.get(datasetId));
      }
    } catch {
      // The database is unavailable; requests that need it report that.
    }
  };
  const pollAgain = () => {
    if (watches.size === 0) {
      polling = false;
      return;
    }
    polling = true;
    setTimeout(() => void poll().then(pollAgain), POLL_MILLISECONDS).unref();
  };

  return {
    watch: (datasetId, onVersion) => {
      const listeners = watches.get(datasetId) ?? new Set();
      watches.set(datasetId, listeners.add(onVersion));
      if (!polling) pollAgain();
      return () => {
        listeners.delete(onVersion);
        if (listeners.size === 0 && watches.get(datasetId) === listeners) watches.delete(datasetId);
      };
    },
  };
}

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
