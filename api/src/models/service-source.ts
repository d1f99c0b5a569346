import type { ModelSource } from '../platform/model-status.ts';
import { serviceStateOf } from './service-state.ts';

/** How long a test waits. */
const TEST_MILLISECONDS = 10_000;

/**
 * Returns how the service of these settings stands: as its last attempts in this process ended. `request` sends one
 * text, with a deadline, and rejects with an error whose message is for users.
 */
export function serviceSource(
  settings: { url: string; model?: string | undefined; dimensions?: number | undefined },
  request: (milliseconds: number) => Promise<unknown>,
): ModelSource {
  const state = serviceStateOf(settings);
  // Never more of the URL: a path or a query may have a secret.
  const { host } = new URL(settings.url);
  return {
    status: () => ({
      name: settings.model ?? host,
      runs: 'service',
      host,
      dimensions: state.dimensions ?? settings.dimensions,
      ...state.standing,
      loaded: undefined,
      textsPerSecond: state.rate.perSecond(),
    }),
    test: async () => {
      const started = performance.now();
      try {
        await request(TEST_MILLISECONDS);
      } catch (error) {
        if (error instanceof Error) state.noteFailed('test', error.message);
        throw error;
      }
      state.recover();
      return performance.now() - started;
    },
  };
}
