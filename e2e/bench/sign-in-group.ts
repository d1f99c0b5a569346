import { TestServer } from '../server.ts';
import type { BenchGroup } from './bench-row.ts';
import { measureSignIn } from './page-load.ts';

export const signInGroup: BenchGroup = {
  title: 'Sign-in page',
  method:
    'Chromium over 10 Mbit/s with 40 ms to and fro, on a processor slowed down four times; medians of five.',
  measure: async () => {
    const server = await TestServer.start();
    const { cold, warm } = await measureSignIn(server);
    await server.stop();
    return [
      { what: 'first paint, cold', value: cold.firstPaint, unit: 'ms' },
      { what: 'ready to be typed into, cold', value: cold.ready, unit: 'ms' },
      { what: 'first paint, warm', value: warm.firstPaint, unit: 'ms' },
      { what: 'ready to be typed into, warm', value: warm.ready, unit: 'ms' },
      { what: 'scripts fetched', value: cold.scriptKibibytes, unit: 'KiB' },
    ];
  },
};
