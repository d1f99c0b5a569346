import { consolePaths } from '@carrel/shared/paths';
import type { BrowserContext, CDPSession } from '@playwright/test';

/** Everything is loaded, and what a screen keeps for the next time is kept, by then. */
const WARM_UP = 50;

const PLACES = [
  { path: consolePaths.datasets(), heading: 'Datasets' },
  { path: consolePaths.workspaces(), heading: 'Workspaces' },
  { path: consolePaths.dashboard(), heading: 'Welcome' },
];

/** Bytes of the page's heap that are in use once what is not has been collected. */
export async function heapInUse(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}

/** By how many bytes a page's heap grows over so many changes of the screen. */
export async function heapGrowth(
  context: BrowserContext,
  url: string,
  changes: number,
): Promise<number> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto(url + consolePaths.dashboard());
  const change = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      const place = PLACES[at % PLACES.length];
      if (place === undefined) continue;
      await page.locator(`aside a[href="${place.path}"]`).dispatchEvent('click');
      await page.locator('h1', { hasText: place.heading }).waitFor();
    }
  };
  await change(WARM_UP);
  const before = await heapInUse(devtools);
  await change(changes);
  const after = await heapInUse(devtools);
  await page.close();
  return after - before;
}
