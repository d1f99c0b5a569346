import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { chromium } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';

import { BROWSER_FLAGS, installBrowser } from '../browser.ts';
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

/** The page, as its visitor at a slow machine has it. */
async function visit(context: BrowserContext, contender: Contender): Promise<LoadFigures> {
  const { url, ready, hasReact } = contender;
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: 'commit' });
  const waitFor = async (alive: boolean) => {
    const found = await page.waitForFunction(
      ({ selector, text, alive }) => {
        const element = [...document.querySelectorAll(selector)].find(
          (one) => text === undefined || one.textContent === text,
        );
        if (element === undefined || element.getBoundingClientRect().width === 0) return false;
        const isReacts = Object.keys(element).some((key) => key.startsWith('__reactProps'));
        return !alive || isReacts ? performance.now() : false;
      },
      { ...ready, alive },
    );
    return Number(await found.jsonValue());
  };
  const readyAt = await waitFor(false);
  const aliveAt = hasReact ? await waitFor(true) : readyAt;
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
