import type { Page } from '@playwright/test';

import { heapInUse } from './heap-growth.ts';

const MEBIBYTE = 2 ** 20;

export interface ScrollFigures {
  framesPerSecond: number;
  /** In use at the end, in MiB. */
  heap: number;
}

/** Scrolls what is at a point of a page down and up by the wheel, twice. */
export async function scrollFigures(
  page: Page,
  { x, y }: { x: number; y: number },
): Promise<ScrollFigures> {
  const devtools = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    const counted = { frames: 0, since: performance.now() };
    Object.assign(window, { counted });
    const count = () => {
      counted.frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  await page.mouse.move(x, y);
  for (const direction of [1, -1, 1, -1]) {
    for (let step = 0; step < 20; step += 1) await page.mouse.wheel(0, direction * 180);
  }
  const framesPerSecond = await page.evaluate(() => {
    const { counted } = window as unknown as { counted: { frames: number; since: number } };
    return (counted.frames / (performance.now() - counted.since)) * 1000;
  });
  return { framesPerSecond, heap: (await heapInUse(devtools)) / MEBIBYTE };
}
