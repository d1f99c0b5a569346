import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { chromium } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';

import { BROWSER_FLAGS, installBrowser } from '../../support/browser.ts';
import { median } from '../report/bench-row.ts';
import { recordReady } from './record-ready.ts';

/** A slow network and a slow machine: 10 Mbit/s, 40 ms round trip, a quarter of the speed. */
const NETWORK = {
  offline: false,
  latency: 40,
  downloadThroughput: 1_250_000,
  uploadThroughput: 1_250_000,
};
const CPU_SLOWDOWN = 4;
const RUNS = 5;

/** Milliseconds since the start of the navigation, and the size of the scripts. */
export interface LoadFigures {
  firstPaint: number;
  /** The page's main element is visible. */
  ready: number;
  /** React has hydrated that element. */
  hydrated: number;
  scriptKibibytes: number;
}

/** A page that is loaded interleaved with others. */
export interface BenchPage {
  name: string;
  url: string;
  /** A CSS selector, and optionally the text of the element. */
  ready: { selector: string; text?: string };
  /** Whether to wait for hydration too. */
  hasReact: boolean;
  /** Prepares an empty browser, for example by signing in. */
  prepare?: (context: BrowserContext) => Promise<void>;
}

/** Emulates the slow network and the slow machine on a page. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await slowDownProcessor(page);
}

/** Emulates the slow machine on a page. */
export async function slowDownProcessor(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** Loads a page once on the slow machine. */
async function visit(context: BrowserContext, benchPage: BenchPage): Promise<LoadFigures> {
  const { url, ready, hasReact } = benchPage;
  const page = await context.newPage();
  await slowDown(page);
  // The page itself takes the times: requests from outside would wait for its thread.
  await page.addInitScript(recordReady, { ...ready, hasReact });
  await page.goto(url, { waitUntil: 'commit' });
  const waitFor = async (moment: 'ready' | 'hydrated') => {
    const time = await page.waitForFunction((key) => window.carrelBench?.[key], moment);
    return Number(await time.jsonValue());
  };
  const readyAt = await waitFor('ready');
  const hydratedAt = await waitFor('hydrated');
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
  return { ...figures, ready: readyAt, hydrated: hydratedAt };
}

/** Loads a page with an empty cache, and again in the same browser. */
async function visitTwice(benchPage: BenchPage): Promise<{ cold: LoadFigures; warm: LoadFigures }> {
  const profile = await mkdtemp(path.join(tmpdir(), 'carrel-bench-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: installBrowser(),
    args: BROWSER_FLAGS,
    viewport: { width: 1280, height: 800 },
  });
  try {
    await benchPage.prepare?.(context);
    const cold = await visit(context, benchPage);
    return { cold, warm: await visit(context, benchPage) };
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

export interface Loads {
  cold: LoadFigures;
  warm: LoadFigures;
  samples: { cold: LoadFigures[]; warm: LoadFigures[] };
}

function medians(figures: readonly LoadFigures[]): LoadFigures {
  const of = (key: keyof LoadFigures) => median(figures.map((one) => one[key]));
  return {
    firstPaint: of('firstPaint'),
    ready: of('ready'),
    hydrated: of('hydrated'),
    scriptKibibytes: of('scriptKibibytes'),
  };
}

/** Loads all pages interleaved, so that other load on the machine affects all of them alike. */
export async function loadInterleaved(pages: readonly BenchPage[]): Promise<Map<string, Loads>> {
  const samples = new Map<string, Loads['samples']>(
    pages.map(({ name }) => [name, { cold: [], warm: [] }]),
  );
  // The first round warms up the servers and does not count.
  for (let run = 0; run <= RUNS; run += 1) {
    for (const benchPage of pages) {
      const { cold, warm } = await visitTwice(benchPage);
      if (run === 0) continue;
      samples.get(benchPage.name)?.cold.push(cold);
      samples.get(benchPage.name)?.warm.push(warm);
    }
  }
  return new Map(
    [...samples].map(([name, of]) => [
      name,
      { cold: medians(of.cold), warm: medians(of.warm), samples: of },
    ]),
  );
}
