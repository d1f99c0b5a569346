import type { Page } from '@playwright/test';

/** Makes a page visible again, so that it fetches the registry. */
export async function refreshRegistry(page: Page): Promise<void> {
  const response = page.waitForResponse('**/registry.json');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await response).finished();
}
