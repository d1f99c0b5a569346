import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { chromium } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';

import { BROWSER_FLAGS, installBrowser } from '../../support/browser.ts';
import { median } from '../report/bench-row.ts';
import { noteReady } from '../load/note-ready.ts';

/** A slow line and a slow machine: 10 Mbit/s, 40 ms to and fro, a quarter of the speed. */
const LINE = {
  offline: false,
  latency: 40,
  downloadThroughput: 1_250_000,
  uploadThroughput: 1_250_000,
};
const CPU_SLOWDOWN = 4;
const RUNS = 5;

/** Milliseconds since the navigation began, and what was fetched. */
export interface LoadFigures {
  firstPaint: number;
  /** What the page is for can be seen, and typed into where it is a field. */
  ready: number;
  /** The same element is React's: it answers to what is done with it. */
  alive: number;
  scriptKibibytes: number;
}

/** A page that is loaded in turns with others. */
export interface Contender {
  name: string;
  url: string;
  /** A CSS selector, and the text of the element it is for, where any. */
  ready: { selector: string; text?: string };
  /** Without it there is nothing to wait for but the element. */
  hasReact: boolean;
  /** Prepares a browser with nothing in it, such as by signing in. */
  prepare?: (context: BrowserContext) => Promise<void>;
}

/** Gives a page the slow line and the slow machine. */
export async function slowDown(page: Page, line = LINE): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** The page, as its visitor at a slow machine has it. */
async function visit(context: BrowserContext, contender: Contender): Promise<LoadFigures> {
  const { url, ready, hasReact } = contender;
  const page = await context.newPage();
  await slowDown(page);
  // The page itself takes the times: whoever asks from outside is answered when it has time for that.
  await page.addInitScript(noteReady, { ...ready, hasReact });
  await page.goto(url, { waitUntil: 'commit' });
  const waitFor = async (moment: 'ready' | 'alive') => {
    const noted = await page.waitForFunction((key) => window.carrelBench?.[key], moment);
    return Number(await noted.jsonValue());
  };
  const readyAt = await waitFor('ready');
  const aliveAt = await waitFor('alive');
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
  return { ...figures, ready: readyAt, alive: aliveAt };
}

/** One visit with an empty cache, and one more by the same browser. */
async function visitTwice(contender: Contender): Promise<{ cold: LoadFigures; warm: LoadFigures }> {
  const profile = await mkdtemp(path.join(tmpdir(), 'carrel-bench-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: installBrowser(),
    args: BROWSER_FLAGS,
    viewport: { width: 1280, height: 800 },
  });
  try {
    await contender.prepare?.(context);
    const cold = await visit(context, contender);
    return { cold, warm: await visit(context, contender) };
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
    alive: of('alive'),
    scriptKibibytes: of('scriptKibibytes'),
  };
}

/** Loads every page in turns, so that what the machine does meanwhile is the same for all of them. */
export async function loadInTurns(contenders: readonly Contender[]): Promise<Map<string, Loads>> {
  const samples = new Map<string, Loads['samples']>(
    contenders.map(({ name }) => [name, { cold: [], warm: [] }]),
  );
  // The first round warms the servers up and does not count.
  for (let run = 0; run <= RUNS; run += 1) {
    for (const contender of contenders) {
      const { cold, warm } = await visitTwice(contender);
      if (run === 0) continue;
      samples.get(contender.name)?.cold.push(cold);
      samples.get(contender.name)?.warm.push(warm);
    }
  }
  return new Map(
    [...samples].map(([name, of]) => [
      name,
      { cold: medians(of.cold), warm: medians(of.warm), samples: of },
    ]),
  );
}
