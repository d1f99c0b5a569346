import type { Database } from '../database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { createSearchWorker, type SearchWorker } from '../search-index/words/search-worker.ts';

/** What all searches of a process share. */
export interface SearchEngine {
  database: Database;
  worker: SearchWorker;
}

// By database, so that several servers in one test process have their own.
const engines = new WeakMap<Database, SearchEngine>();

/** Returns the process's engine. Its thread is started by the first search. */
export function searchEngineOf({ database, settings }: Dependencies): SearchEngine {
  const known = engines.get(database);
  if (known !== undefined) return known;
  const engine = {
    database,
    worker: createSearchWorker({ cacheBytes: settings.searchCacheBytes }),
  };
  engines.set(database, engine);
  return engine;
}
