import { consolePaths } from '@carrel/shared/paths';

import { ServerProcess } from '../../support/servers/server.ts';
import type { BenchGroup, BenchRow } from '../report/bench-row.ts';
import { serveBaselines } from '../load/baseline-pages.ts';
import { buildOneBundle } from '../one-bundle/build-one-bundle.ts';
import { loadInterleaved } from '../browser/page-load.ts';
import type { LoadFigures, Loads } from '../browser/page-load.ts';

const READY = { selector: 'input[type=password]' };

/** The goal for all scripts that the first visit fetches. */
const SCRIPT_GOAL_KIBIBYTES = 140;

interface Comparison {
  what: string;
  key: keyof LoadFigures;
  against: string;
  atMost: number;
}

const COMPARISONS: Comparison[] = [
  { what: 'first paint', key: 'firstPaint', against: 'static page', atMost: 1.5 },
  { what: 'ready to be typed into', key: 'ready', against: 'static page', atMost: 1.5 },
  { what: 'hydrated', key: 'hydrated', against: 'one bundle', atMost: 1 },
];

function rowsOf(loads: Map<string, Loads>, visit: 'cold' | 'warm'): BenchRow[] {
  const product = loads.get('product');
  const compared = COMPARISONS.map(({ what, key, against, atMost }): BenchRow => ({
    what: `${what}, ${visit}`,
    value: product?.[visit][key] ?? Number.NaN,
    unit: 'ms',
    against: { what: against, value: loads.get(against)?.[visit][key] ?? Number.NaN },
    goal: { atMost },
    samples: product?.samples[visit].map((one) => one[key]) ?? [],
  }));
  const others = ['one bundle', 'bare React'].map((name): BenchRow => ({
    what: `${name} for comparison: first paint, ${visit}`,
    value: loads.get(name)?.[visit].firstPaint ?? Number.NaN,
    unit: 'ms',
  }));
  return [...compared, ...others];
}

export const signInGroup: BenchGroup = {
  title: 'Sign-in page',
  method:
    'Chromium over 10 Mbit/s with 40 ms round trip, on a processor slowed down four times; medians of five, interleaved. "One bundle" is the same source built without federation; the static page is a form in plain HTML. Where the time and the bytes go, and what was tried: [096](../decisions/096-scripts-after-the-reported-paint.md), [042](../decisions/042-first-paint.md), [100](../decisions/100-doors-for-guests.md), [043](../decisions/043-guest-form-library.md).',
  measure: async () => {
    const product = await ServerProcess.start();
    const bundle = await ServerProcess.start({ CONSOLE_DIR: await buildOneBundle() });
    const baselines = await serveBaselines();
    try {
      const loads = await loadInterleaved([
        { name: 'product', url: product.url + consolePaths.login(), ready: READY, hasReact: true },
        {
          name: 'one bundle',
          url: bundle.url + consolePaths.login(),
          ready: READY,
          hasReact: true,
        },
        { name: 'static page', url: `${baselines.url}/static`, ready: READY, hasReact: false },
        { name: 'bare React', url: `${baselines.url}/react`, ready: READY, hasReact: true },
      ]);
      const scripts = (name: string) => loads.get(name)?.cold.scriptKibibytes ?? Number.NaN;
      return [
        ...rowsOf(loads, 'cold'),
        ...rowsOf(loads, 'warm'),
        {
          what: 'scripts fetched',
          value: scripts('product'),
          unit: 'KiB',
          goal: { atMost: SCRIPT_GOAL_KIBIBYTES },
        },
        {
          what: 'one bundle for comparison: scripts fetched',
          value: scripts('one bundle'),
          unit: 'KiB',
        },
      ];
    } finally {
      baselines.stop();
      await bundle.stop();
      await product.stop();
    }
  },
};
