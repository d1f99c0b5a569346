import type { BenchGroup } from '../report/bench-row.ts';
import { startSeededServer, withBrowser } from '../load/seeded-server.ts';
import { heapGrowth } from '../browser/heap-growth.ts';

const SCREEN_CHANGES = 500;
const MEBIBYTE = 2 ** 20;

export const heapGroup: BenchGroup = {
  title: 'An hour of use',
  method:
    'Screen changes by the sidebar, after fifty that do not count; the heap in use after a garbage collection.',
  measure: async () => {
    const seeded = await startSeededServer();
    try {
      const growth = await withBrowser(seeded, (context) =>
        heapGrowth(context, seeded.server.url, SCREEN_CHANGES),
      );
      return [
        {
          what: `growth of the heap over ${SCREEN_CHANGES} screen changes`,
          value: growth / MEBIBYTE,
          unit: 'MiB',
          goal: { atMost: 5 },
        },
      ];
    } finally {
      await seeded.server.stop();
    }
  },
};
