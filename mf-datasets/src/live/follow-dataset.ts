import { isApiError, readEvents } from '@carrel/shared/api';
import { DATASET_CHANGE_EVENT, datasetChangeSchema } from '@carrel/shared/contract';
import type { DatasetChange } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import * as v from 'valibot';

/** Milliseconds to the next try after a stream broke: the first, and the most. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

interface Follower {
  organizationId: string;
  datasetId: string;
  signal: AbortSignal;
  /** A stream stands, or has broken and polling has to do. */
  onLive: (live: boolean) => void;
  onChange: (change: DatasetChange) => void;
}

/**
 * Follows the changes of a dataset until the signal ends it. A broken stream is taken up where it
 * broke, so that no change is lost; a server without one is not asked again.
 */
export async function followDataset(follower: Follower): Promise<void> {
  const { organizationId, datasetId, signal, onLive, onChange } = follower;
  let after: string | undefined;
  let wait = FIRST_WAIT;
  while (!signal.aborted) {
    try {
      const query = { organization_id: organizationId, ...(after === undefined ? {} : { after }) };
      await readEvents(apiPaths.datasetEvents(datasetId, query), {
        organizationId,
        signal,
        onEvent: ({ id, name, data }) => {
          if (name !== DATASET_CHANGE_EVENT) return;
          const change = v.parse(datasetChangeSchema, JSON.parse(data));
          after = id;
          wait = FIRST_WAIT;
          onLive(true);
          onChange(change);
        },
      });
    } catch (error) {
      if (!isWorthAnotherTry(error)) {
        onLive(false);
        return;
      }
    }
    if (signal.aborted) return;
    onLive(false);
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

/** A server that is away comes back; one that has no such stream, or no such person, does not. */
function isWorthAnotherTry(error: unknown): boolean {
  if (!isApiError(error)) return false;
  if (error.kind === 'network' || error.kind === 'timeout') return true;
  return error.kind === 'http' && (error.status === 429 || (error.status ?? 0) >= 500);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer);
      resolve();
    },
    { once: true },
  );
  return promise;
}
