import type { Page } from '@playwright/test';

/**
 * Waits until no response has arrived for half a second. Playwright's own `networkidle` would wait for
 * a dataset's event stream, which never ends.
 */
export async function networkIdle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const last = Math.max(0, ...entries.map(({ responseEnd }) => responseEnd));
    return document.readyState === 'complete' && performance.now() - last > 500;
  });
}
