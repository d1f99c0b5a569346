import { registrySchema } from '@carrel/shared/releases';
import * as v from 'valibot';

import { logFailure } from '../base/log-failure.ts';
import { hasFailures, setRegistry, setRegistryRefresh } from './remote-store.ts';
import { fetchUpdates } from './updates/remote-updates.ts';

/** Polling interval of a visible page, in milliseconds. */
const INTERVAL_MS = 60_000;

/** How long a failed load waits for a newer registry, in milliseconds. */
const TIMEOUT_MS = 1500;

async function readRegistry(url: string): Promise<void> {
  try {
    const response = await fetch(url, {
      cache: 'no-cache',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
    setRegistry(v.parse(registrySchema, await response.json()));
  } catch (error) {
    // The registry stored before stays in use.
    logFailure('The registry could not be read', error);
  }
}

/**
 * Keeps an open page up to date with the served registry: fetches it again when a remote fails, when
 * the page becomes visible, and once a minute while it is visible.
 */
export function watchRegistry(url: string): void {
  let reading: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    reading ??= readRegistry(url).finally(() => {
      reading = undefined;
    });
    await reading;
    // Not awaited: a failed remote does not wait for the newer releases of others.
    void fetchUpdates();
  };
  const refreshIfVisible = () => {
    if (document.visibilityState === 'visible') void refresh();
  };
  setRegistryRefresh(refresh);
  // The first screen's remote may have failed before there was a refresh to call.
  if (hasFailures()) void refresh();
  document.addEventListener('visibilitychange', refreshIfVisible);
  setInterval(refreshIfVisible, INTERVAL_MS);
}
