import type { Queryable } from '../database/database.ts';

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
    try {
      const rows = await database.query<{ dataset_id: string; version: number }>(
        'SELECT dataset_id, version FROM dataset_counts WHERE dataset_id = ANY ($1::uuid[])',
        [[...watches.keys()]],
      );
      const versions = new Map(rows.map(({ dataset_id, version }) => [dataset_id, version]));
      for (const [datasetId, listeners] of watches) {
        for (const listener of listeners) listener(versions.get(datasetId));
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
