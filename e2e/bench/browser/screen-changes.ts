import type { BrowserContext, Page } from '@playwright/test';

import { networkIdle } from '../../support/network-idle.ts';
import { captureScreen, type CapturedScreen } from './capture-screen.ts';
import { slowDown } from './page-load.ts';

/** A change from one screen to another, by a link on the first. */
export interface Change {
  name: string;
  from: string;
  link: { selector: string; text?: string };
  /** An element of the second screen, and one of the first, once their data has loaded. */
  shows: { selector: string; text: string };
  showed: { selector: string; text: string };
}

export interface ChangeFigures {
  unvisited: number;
  back: number;
  hovered: number;
}

/** The same change on a page that draws the same elements by React alone. */
export interface BareFigures {
  there: number;
  back: number;
}

/** Returns the milliseconds from an action on the page to the paint of the next screen. */
function timeChange(
  page: Page,
  act: { click: Change['link'] } | { back: true },
  shows: { selector: string; text: string },
): Promise<number> {
  return page.evaluate(
    async ({ act, shows }) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      setTimeout(() => reject(new Error(`No ${shows.text} within half a minute.`)), 30_000);
      const link =
        'back' in act
          ? undefined
          : [...document.querySelectorAll<HTMLElement>(act.click.selector)].find(
              ({ textContent }) => act.click.text === undefined || textContent === act.click.text,
            );
      const started = performance.now();
      const watch = new MutationObserver(() => {
        const shown = [...document.querySelectorAll(shows.selector)].some(
          (element) =>
            element.textContent === shows.text &&
            element.closest('[hidden], [style*="display: none"]') === null,
        );
        if (!shown) return;
        watch.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve(performance.now() - started));
          port1.start();
          port2.postMessage(null);
        });
      });
      watch.observe(document, {
        attributes: true,
        childList: true,
        subtree: true,
        characterData: true,
      });
      if ('back' in act) history.back();
      else if (link === undefined) throw new Error(`There is no link ${act.click.selector}.`);
      else link.click();
      return promise;
    },
    { act, shows },
  );
}

/** Measures the change and the change back on a page of captured screens, at `url`. */
export async function measureBareChange(
  context: BrowserContext,
  url: string,
  { link, shows, showed }: Change,
): Promise<BareFigures> {
  const page = await context.newPage();
  await slowDown(page);
  await page.goto(url);
  await page.locator(showed.selector, { hasText: showed.text }).first().waitFor();
  const there = await timeChange(page, { click: link }, shows);
  const back = await timeChange(page, { back: true }, showed);
  await page.close();
  return { there, back };
}

/** Captures both screens of a change. */
export async function captureChange(
  context: BrowserContext,
  url: string,
  { from, link, shows, showed }: Change,
): Promise<[CapturedScreen, CapturedScreen]> {
  const page = await context.newPage();
  await page.goto(url + from);
  await page.locator(showed.selector, { hasText: showed.text }).first().waitFor();
  await networkIdle(page);
  const first = await captureScreen(page);
  await timeChange(page, { click: link }, shows);
  await networkIdle(page);
  const second = await captureScreen(page);
  await page.close();
  return [first, second];
}

/** Measures a change without preloading, the change back, and the change after hovering the link. */
export async function measureChange(
  context: BrowserContext,
  url: string,
  { from, link, shows, showed }: Change,
): Promise<ChangeFigures> {
  const open = async () => {
    const page = await context.newPage();
    await slowDown(page);
    await page.goto(url + from);
    await page.locator(showed.selector, { hasText: showed.text }).first().waitFor();
    await networkIdle(page);
    return page;
  };
  const first = await open();
  const unvisited = await timeChange(first, { click: link }, shows);
  await networkIdle(first);
  const back = await timeChange(first, { back: true }, showed);
  await first.close();
  const second = await open();
  await second
    .locator(link.selector, { hasText: link.text ?? '' })
    .first()
    .hover();
  // Longer than the delay after which hovering counts as intent.
  await second.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await networkIdle(second);
  const hovered = await timeChange(second, { click: link }, shows);
  await second.close();
  return { unvisited, back, hovered };
}
