import { consolePaths } from '@carrel/shared/paths';
import type { BrowserContext, CDPSession } from '@playwright/test';

/** Screen changes after which everything is loaded and cached. */
const WARM_UP = 50;

const SCREENS = [
  { path: consolePaths.datasets(), heading: 'Datasets' },
  { path: consolePaths.workspaces(), heading: 'Workspaces' },
  { path: consolePaths.dashboard(), heading: 'Welcome' },
];

/** Returns the bytes of the page's heap in use after a garbage collection. */
export async function heapInUse(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}

/** Returns by how many bytes a page's heap grows over a number of screen changes. */
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
      const screen = SCREENS[at % SCREENS.length];
      if (screen === undefined) continue;
      await page.locator(`aside a[href="${screen.path}"]`).dispatchEvent('click');
      await page.locator('h1', { hasText: screen.heading }).waitFor();
    }
  };
  await change(WARM_UP);
  const before = await heapInUse(devtools);
  await change(changes);
  const after = await heapInUse(devtools);
  await page.close();
  return after - before;
}
