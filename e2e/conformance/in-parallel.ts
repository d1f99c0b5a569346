import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

/** As many pages as two cores can run without timeouts. */
const AT_ONCE = 3;

export interface Visit {
  browser: Browser;
  /** The state of the visitor's browser, with the session. Nothing for a guest. */
  visitor?: BrowserContextOptions;
}

/**
 * Runs `check` for each case with one page in a browser context of its own, several at a time, so that
 * clock and storage are separate. Rejects with the first failure, whose message names its case.
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
