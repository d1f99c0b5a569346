import type { Database } from './database/database.ts';
import type { Queue } from './queue.ts';
import type { Settings } from './settings/settings.ts';
import type { Log } from './log.ts';
import type { ModelSources } from './model-status.ts';

/** What every part of the API works with. */
export interface Dependencies {
  settings: Settings;
  database: Database;
  queue: Queue;
  log: Log;
  models: ModelSources;
  /** Aborts once the process takes no new requests, to end those that would run indefinitely. */
  draining: AbortSignal;
}
