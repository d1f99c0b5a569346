import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

interface Shift {
  value: number;
  /** Which elements shifted, from where to where, so that a failure says what to fix. */
  moved: string[];
}

declare global {
  interface Window {
    layoutShifts?: Shift[];
  }
}

/** Records layout shifts without user input on every page that is opened from now on. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    window.layoutShifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
        };
        if (hadRecentInput) continue;
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} "${node?.textContent?.slice(0, 40)}" from ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`,
        );
        shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Expects no layout shift since the page was opened, or since the last call. */
export async function expectNoLayoutShifts(page: Page): Promise<void> {
  const shifts = await page.evaluate(() => window.layoutShifts?.splice(0));
  expect(shifts, page.url()).toEqual([]);
}
