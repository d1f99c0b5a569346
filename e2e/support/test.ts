import { test as base } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';

/**
 * Playwright's `test`, whose browser closes what tests of another file left open. A worker keeps its browser for
 * all its files, and a page that nobody looks at goes on reading and drawing.
 */
export const test = base.extend({
  browser: [
    async ({ browser }, use) => {
      const openedBy = new Map<BrowserContext, string>();
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const { file } = base.info();
        const left = [...openedBy].filter(([, other]) => other !== file);
        for (const [context] of left) openedBy.delete(context);
        await Promise.all(left.map(([context]) => context.close()));
        const context = await open(options);
        context.on('close', () => openedBy.delete(context));
        openedBy.set(context, file);
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
});
