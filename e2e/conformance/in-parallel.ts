import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

/** As many pages as two cores carry without making each other late. */
const AT_ONCE = 3;

export interface Visit {
  browser: Browser;
  /** What the visitor's browser keeps: who is signed in. Nothing for a guest. */
  visitor?: BrowserContextOptions;
}

/**
 * Runs `check` for each case in a browser of its own with one page, several at a time; the clock and
 * the storage of one are not another's. Rejects with the first failure, whose message names its case.
 */
export async function inParallel<Case extends { name: string }>(
  { browser, visitor }: Visit,
  cases: readonly Case[],
  check: (page: Page, each: Case) => Promise<void>,
): Promise<void> {
  const waiting = [...cases];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const context = await browser.newContext(visitor);
      try {
        await check(await context.newPage(), next);
      } catch (error) {
        waiting.length = 0;
        throw new Error(`${next.name}: ${String(error)}`, { cause: error });
      } finally {
        await context.close();
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
