import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { consolePaths } from '@carrel/shared/paths';
import { chromium } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';

import { BROWSER_FLAGS, installBrowser } from '../browser.ts';
import type { TestServer } from '../server.ts';
import { median } from './bench-row.ts';

/** A slow line and a slow machine: 10 Mbit/s, 40 ms to and fro, a quarter of the speed. */
const LINE = {
  offline: false,
  latency: 40,
  downloadThroughput: 1_250_000,
  uploadThroughput: 1_250_000,
};
const CPU_SLOWDOWN = 4;
const RUNS = 5;

export interface LoadFigures {
  firstPaint: number;
  ready: number;
  scriptKibibytes: number;
}

/** One visit of the sign-in page, in milliseconds since its navigation began. */
async function visit(context: BrowserContext, url: string): Promise<LoadFigures> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: 'commit' });
  const ready = await page.waitForFunction(() => {
    const field = document.querySelector('input[type=password]');
    return field !== null && field.getBoundingClientRect().width > 0 ? performance.now() : false;
  });
  const readyAt = Number(await ready.jsonValue());
  await page.waitForLoadState('load');
  const figures = await page.evaluate(async () => {
    const paint = await new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        const entry = list.getEntriesByName('first-contentful-paint')[0];
        if (entry !== undefined) resolve(entry.startTime);
      }).observe({ type: 'paint', buffered: true });
    });
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const bytes = resources
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { transferSize }) => sum + transferSize, 0);
    return { firstPaint: paint, scriptKibibytes: bytes / 1024 };
  });
  await page.close();
  return { ...figures, ready: readyAt };
}

/** The sign-in page in a fresh profile, and once more in the same: medians of five of each. */
export async function measureSignIn(
  server: TestServer,
): Promise<{ cold: LoadFigures; warm: LoadFigures }> {
  const visits: { cold: LoadFigures; warm: LoadFigures }[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const profile = await mkdtemp(path.join(tmpdir(), 'carrel-bench-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: installBrowser(),
      args: BROWSER_FLAGS,
      viewport: { width: 1280, height: 800 },
    });
    const url = server.url + consolePaths.login();
    visits.push({ cold: await visit(context, url), warm: await visit(context, url) });
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
  // The first one warms the server up and does not count.
  const counted = visits.slice(1);
  const medians = (pick: 'cold' | 'warm'): LoadFigures => ({
    firstPaint: median(counted.map((one) => one[pick].firstPaint)),
    ready: median(counted.map((one) => one[pick].ready)),
    scriptKibibytes: median(counted.map((one) => one[pick].scriptKibibytes)),
  });
  return { cold: medians('cold'), warm: medians('warm') };
}
