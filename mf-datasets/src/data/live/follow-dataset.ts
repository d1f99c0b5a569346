import { isApiError, readEvents } from '@carrel/shared/api';
import { DATASET_CHANGE_EVENT, datasetChangeSchema } from '@carrel/shared/contract';
import type { DatasetChange } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import * as v from 'valibot';

/** Milliseconds before a broken stream is opened again: at first, and at most. */
const FIRST_DELAY = 500;
const MAX_DELAY = 30_000;

interface Follower {
  organizationId: string;
  datasetId: string;
  signal: AbortSignal;
  /** Called with true when the stream works, and with false when polling is needed. */
  onLive: (live: boolean) => void;
  /** `id` is that of the event, the dataset's version. */
  onChange: (change: DatasetChange, id: string | undefined) => void;
}

/**
 * Follows the changes of a dataset until the signal aborts. A broken stream is resumed where it
 * broke, so that no change is lost; a server without a stream is not retried.
 */
export async function followDataset(follower: Follower): Promise<void> {
  const { organizationId, datasetId, signal, onLive, onChange } = follower;
  let after: string | undefined;
  let delay = FIRST_DELAY;
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
          delay = FIRST_DELAY;
          onLive(true);
          onChange(change, id);
        },
      });
    } catch (error) {
      if (!isRetryable(error)) {
        onLive(false);
        return;
      }
    }
    if (signal.aborted) return;
    onLive(false);
    await pause(delay, signal);
    delay = Math.min(delay * 2, MAX_DELAY);
  }
}

/** Returns whether to retry: not when the server has no stream, or refuses the user. */
function isRetryable(error: unknown): boolean {
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
