import { consolePaths } from '@carrel/shared/paths';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { expect } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';

import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

const FAST = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const SLOW = {
  offline: false,
  latency: 40,
  downloadThroughput: 1_250_000,
  uploadThroughput: 1_250_000,
};
const NETWORKS = { fast: FAST, slow: SLOW };
/** The first one alone, except in `test:hard`. */
const CPU_SLOWDOWNS = [4, 1, 2, 6, 8].slice(0, hardCount(1, 5));
const CATEGORIES = ['loading', 'devtools.timeline', 'v8', 'disabled-by-default-v8.compile'];

interface TraceEvent {
  name: string;
  ts: number;
  args: { data?: { url?: string } };
}

let server: ServerProcess;

test.beforeAll(async () => {
  server = await ServerProcess.start();
});
test.afterAll(() => server.stop());

/** Returns what happens on the page, in order: its first paint, and each script of the console. */
async function traceOf(browser: Browser, page: Page): Promise<string[]> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.goto(server.url + consolePaths.login(), { waitUntil: 'commit' });
  // The title is set by an effect: all scripts of the first screen have run.
  await expect(page).toHaveTitle(/\| /);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const scriptOf = ({ name, args }: TraceEvent) =>
    (name === 'EvaluateScript' || name === 'v8.compile') && args.data?.url !== undefined
      ? /\/(?:shell|remotes)\/.*/.exec(args.data.url)?.[0]
      : undefined;
  return trace.traceEvents
    .toSorted((one, other) => one.ts - other.ts)
    .flatMap((event) =>
      event.name === 'firstContentfulPaint' ? ['first paint'] : (scriptOf(event) ?? []),
    );
}

for (const [name, network] of Object.entries(NETWORKS)) {
  for (const slowdown of CPU_SLOWDOWNS) {
    test(`nothing of the console runs before the first paint: ${name} network, CPU ${String(slowdown)}x, without cache and with`, async ({
      browser,
    }) => {
      const context = await browser.newContext();
      for (const visit of ['first visit', 'second visit']) {
        const page = await context.newPage();
        const devtools = await context.newCDPSession(page);
        await devtools.send('Network.enable');
        await devtools.send('Network.emulateNetworkConditions', network);
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
        const [first, ...scripts] = await traceOf(browser, page);
        expect(first, visit).toBe('first paint');
        expect(scripts.join(), visit).toMatch(/\/shell\/main.*\/remotes\/mf-auth\//s);
        await page.close();
      }
      await context.close();
    });
  }
}
