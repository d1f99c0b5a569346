import type { Page } from '@playwright/test';

import { networkIdle } from '../../support/network-idle.ts';
import { slowDown } from './page-load.ts';

/** The shortest event duration that the browser reports, in milliseconds. */
const MIN_DURATION_MS = 16;

interface Observed {
  /** The longest event of each interaction, by its number. */
  interactions: Map<number, number>;
  longTasks: number[];
  shifts: number;
}

declare global {
  interface Window {
    carrelObserved?: Observed;
  }
}

export interface Interaction {
  control: string;
  /** Wall-clock time to the next paint. */
  milliseconds: number;
  /** Processor time of the page's thread in the quarter of a second after the press. */
  processor: number;
}

export interface ScreenFigures {
  interactions: Interaction[];
  longestTask: number;
  /** Cumulative layout shift, up to the first interaction. */
  shift: number;
}

function observe(least: number): void {
  const observed: Observed = { interactions: new Map(), longTasks: [], shifts: 0 };
  window.carrelObserved = observed;
  const observers: [
    PerformanceObserverInit & { durationThreshold?: number },
    (entry: PerformanceEntry) => void,
  ][] = [
    [
      { type: 'event', durationThreshold: least },
      (entry) => {
        const { interactionId } = entry as PerformanceEntry & { interactionId: number };
        if (interactionId === 0) return;
        const before = observed.interactions.get(interactionId) ?? 0;
        observed.interactions.set(interactionId, Math.max(before, entry.duration));
      },
    ],
    [{ type: 'longtask' }, ({ duration }) => void observed.longTasks.push(duration)],
    [
      { type: 'layout-shift' },
      (entry) => {
        const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
        if (!shift.hadRecentInput) observed.shifts += shift.value;
      },
    ],
  ];
  for (const [options, record] of observers) {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(record));
    observer.observe({ buffered: true, ...options });
  }
}

const CONTROLS =
  'button:visible:enabled, input:not([type=file]):visible:enabled, textarea:visible, [role=tab]:visible, [role=combobox]:visible';

/** Waits until the page has painted and reported its measurements. */
const settle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve, 250));
      }),
  );

/** Returns a function that returns the processor time of the page's thread so far, in milliseconds. */
async function processorClock(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
}

/** Presses every control of a screen once, and Escape after it. Nothing is confirmed. */
export async function pressEverything(page: Page, url: string): Promise<ScreenFigures> {
  await page.addInitScript(observe, MIN_DURATION_MS);
  const open = async () => {
    await page.goto(url);
    await page.locator('h1').waitFor();
    await networkIdle(page);
  };
  await slowDown(page);
  const processor = await processorClock(page);
  await open();
  const shift = await page.evaluate(() => window.carrelObserved?.shifts ?? 0);
  const take = () =>
    page.evaluate(() => {
      const observed = window.carrelObserved;
      const found = [...(observed?.interactions.values() ?? [])];
      observed?.interactions.clear();
      return { found, longest: Math.max(0, ...(observed?.longTasks.splice(0) ?? [])) };
    });
  await take();
  const interactions: Interaction[] = [];
  let longestTask = 0;
  let spent = 0;
  const record = async (control: string) => {
    await settle(page);
    const { found, longest } = await take();
    const milliseconds = Math.max(MIN_DURATION_MS, ...found);
    interactions.push({ control, milliseconds, processor: (await processor()) - spent });
    longestTask = Math.max(longestTask, longest);
  };
  const count = await page.locator(CONTROLS).count();
  for (let at = 0; at < count; at += 1) {
    const control = page.locator(CONTROLS).nth(at);
    if ((await control.count()) === 0) break;
    const { name, isField, isSwitch } = await control.evaluate((element) => {
      const input = element instanceof HTMLInputElement ? element : undefined;
      const label = input?.labels?.[0]?.textContent ?? element.textContent;
      return {
        name: element.getAttribute('aria-label') ?? label,
        isField: /^(?:INPUT|TEXTAREA)$/.test(element.tagName),
        isSwitch: input?.type === 'checkbox' || input?.type === 'radio',
      };
    });
    spent = await processor();
    if (isField) {
      // An icon over a field would intercept a click.
      await control.focus();
      await page.keyboard.press(isSwitch ? 'Space' : 'a');
    } else await control.click({ timeout: 5000 });
    await record(name);
    spent = await processor();
    await page.keyboard.press('Escape');
    await record(`Escape after ${name}`);
    const left = page.url() !== url || (await page.locator('[role=dialog]:visible').count()) > 0;
    if (left) {
      await open();
      await take();
    }
  }
  return { interactions, longestTask, shift };
}
