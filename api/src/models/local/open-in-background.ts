import { setTimeout as pause } from 'node:timers/promises';

import { backOff } from '@carrel/shared/contract';

import type { Log } from '../../platform/log.ts';
import type { ModelStatus } from '../../platform/model-status.ts';
import type { ModelProgress } from './folder/model-folder.ts';
import { UnusableModel } from './folder/unusable-model.ts';

/** A model that is opened beside everything else: until it is ready, the server works without it. */
export interface OpeningModel<Model> {
  /** Undefined until it is ready. */
  current: () => Model | undefined;
  status(): Pick<ModelStatus, 'state' | 'loaded' | 'reason' | 'since' | 'nextTry'>;
  close: () => void;
}

interface Opening<Model> {
  /** As the settings name it, for the log. */
  name: string;
  open: (progress: ModelProgress) => Promise<Model>;
  onReady?: (model: Model) => Promise<void> | void;
  log: Log;
}

/** A folder may be on a volume that comes later, and a hub may be away. */
const RETRIES = { first: 10_000, most: 10 * 60_000 } as const;

/** Opens a model, and after a failure tries again, less often each time. Logs each reason once. */
export function openInBackground<Model extends { close(): void }>({
  name,
  open,
  onReady,
  log,
}: Opening<Model>): OpeningModel<Model> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current: Model | undefined;
  let loaded: ModelStatus['loaded'];
  let reason: string | undefined;
  let since = new Date();
  let nextTry: Date | undefined;

  const onLoaded = (bytes: NonNullable<ModelStatus['loaded']>) => {
    if (loaded === undefined) log.info('loading the model', { model: name, ...bytes });
    [loaded, reason, nextTry] = [bytes, undefined, undefined];
  };
  const onFailed = (sentence: string, at?: Date, error?: unknown) => {
    if (sentence !== reason) {
      since = new Date();
      log.error('the model cannot be used', error ?? new UnusableModel(sentence), { model: name });
    }
    [loaded, reason, nextTry] = [undefined, sentence, at];
  };
  const attempt = async (): Promise<boolean> => {
    try {
      const model = await open({ onLoaded, onFailed, signal });
      if (signal.aborted) {
        model.close();
        return true;
      }
      [current, loaded, reason, since, nextTry] = [
        model,
        undefined,
        undefined,
        new Date(),
        undefined,
      ];
      log.info('model ready', { model: name });
      await onReady?.(model);
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      const isKnown = error instanceof UnusableModel;
      onFailed(isKnown ? error.message : 'The model cannot be used.', undefined, error);
      return false;
    }
  };
  const repeat = async () => {
    for (let failures = 1; ; failures += 1) {
      const wait = backOff(failures, RETRIES);
      nextTry = new Date(Date.now() + wait);
      await pause(wait, undefined, { signal, ref: false });
      if (await attempt()) return;
    }
  };
  void attempt().then((isDone) => {
    if (!isDone) repeat().catch(() => undefined);
  });
  return {
    current: () => current,
    status: () => ({
      state: current !== undefined ? 'ready' : reason === undefined ? 'loading' : 'unavailable',
      loaded,
      reason,
      since,
      nextTry,
    }),
    close: () => {
      stopping.abort();
      current?.close();
      current = undefined;
    },
  };
}
