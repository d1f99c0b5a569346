import { BoundedCache } from '../bounded-cache.ts';
import { FileMissing } from '../storage/archive-storage.ts';
import { WorkerFailure } from './worker-failure.ts';

/** A shared folder of a network shows a file within its cache's time, which is a minute at most by default. */
const GRACE_MILLISECONDS = 2 * 60_000;
/** What was missing so long ago was there meanwhile. */
const FORGOTTEN_MILLISECONDS = 10 * 60_000;
const FILES_MAX = 10_000;

interface Missing {
  first: number;
  last: number;
}

/** Files that this process has not found, since when. */
const missing = new BoundedCache<Missing>({ entries: FILES_MAX });

/**
 * Returns the error for a stored file that is not there: at first its job is run again later, as if the storage were
 * unavailable. A file that is still missing after two minutes is lost. A request does not wait for it.
 */
export function missingFile(key: string, now = Date.now()): Error {
  const known = missing.get(key);
  const first =
    known !== undefined && now - known.last < FORGOTTEN_MILLISECONDS ? known.first : now;
  missing.set(key, { first, last: now });
  return now - first < GRACE_MILLISECONDS
    ? new FileMissing(`The storage has no file "${key}" yet.`)
    : new WorkerFailure('its stored file is missing');
}
