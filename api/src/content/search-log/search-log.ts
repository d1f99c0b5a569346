import type { Database } from '../../platform/database/database.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { PendingSearches, type LoggedSearch } from './pending-searches.ts';
import { searchLogOf } from './search-log-repository.ts';

const FLUSH_MILLISECONDS = 5000;

/** Counts searches in memory, and writes them every few seconds. A crash loses the last ones. */
export interface SearchLogWriter {
  /** Counts a search that has responded. It returns at once and never fails. */
  record(search: LoggedSearch): void;
  /** Forgets what is pending of an organization, whose log is switched off or on. */
  forget(organizationId: string): void;
  /** Writes what is pending now. */
  flush(): Promise<void>;
}

// By database, so that several servers in one test process have their own.
const writers = new WeakMap<Database, SearchLogWriter>();

/** Returns the process's writer. */
export function searchLogWriterOf(dependencies: Dependencies): SearchLogWriter {
  const known = writers.get(dependencies.database);
  if (known !== undefined) return known;
  const writer = createSearchLogWriter(dependencies);
  writers.set(dependencies.database, writer);
  return writer;
}

function createSearchLogWriter({ database, draining, log }: Dependencies): SearchLogWriter {
  const pending = new PendingSearches();
  let timer: NodeJS.Timeout | undefined;

  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    for (const [organizationId, days] of pending.take()) {
      // In one order, so that two instances do not wait for each other.
      const sorted = days.toSorted((a, b) =>
        `${a.workspaceId}${a.day}` < `${b.workspaceId}${b.day}` ? -1 : 1,
      );
      try {
        await database.lowPriority.tenant(organizationId, async (tx) => {
          const entries = searchLogOf(tx, organizationId);
          if (!(await entries.lock())) return;
          for (const day of sorted) await entries.add(day);
        });
      } catch {
        // The message of a failed statement may hold what was asked.
        log.warn('what people asked was not counted', { organization: organizationId });
      }
    }
  };
  draining.addEventListener('abort', () => clearTimeout(timer), { once: true });

  return {
    flush,
    forget: (organizationId) => pending.forget(organizationId),
    record: (search) => {
      pending.add(search, new Date());
      if (timer !== undefined || draining.aborted) return;
      timer = setTimeout(() => void flush(), FLUSH_MILLISECONDS);
      timer.unref();
    },
  };
}
