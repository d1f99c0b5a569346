import type { Page } from '@playwright/test';

/** Blocks a page's requests for matching URLs. Returns a function that releases them. */
export async function blockRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
