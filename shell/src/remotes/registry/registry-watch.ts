import { registrySchema } from '@carrel/shared/releases';
import * as v from 'valibot';

import { logFailure } from '../../start/log-failure.ts';
import { askForRegistryWith, hasFailures, setRegistry } from '../remote-store.ts';
import { currentRegistry } from './registry-store.ts';
import { fetchUpdates } from '../updates/remote-updates.ts';

/** How often a page that is looked at asks by itself, in milliseconds. */
const INTERVAL_MS = 60_000;

/** What a failed load waits for at most before it says so, in milliseconds. */
const DEADLINE_MS = 1500;

async function readRegistry(url: string): Promise<void> {
  try {
    const answer = await fetch(url, {
      cache: 'no-cache',
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
    setRegistry(v.parse(registrySchema, await answer.json()));
  } catch (error) {
    // What is known still counts.
    logFailure('The registry could not be read', error);
  }
}

/**
 * Keeps an open page at the registry that is served: it is asked for again when a remote fails, when
 * the page comes to the front, and once a minute while it is there.
 */
export function watchRegistry(url: string): void {
  let reading: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    reading ??= readRegistry(url).finally(() => {
      reading = undefined;
    });
    await reading;
    // A remote that failed is not kept waiting by the newer releases of others.
    void fetchUpdates(Object.keys(currentRegistry().remotes));
  };
  const askWhenLookedAt = () => {
    if (document.visibilityState === 'visible') void ask();
  };
  askForRegistryWith(ask);
  // What the first screen needs may have failed before there was anybody to ask.
  if (hasFailures()) void ask();
  document.addEventListener('visibilitychange', askWhenLookedAt);
  setInterval(askWhenLookedAt, INTERVAL_MS);
}
