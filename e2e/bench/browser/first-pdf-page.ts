import type { Page } from '@playwright/test';

/** Runs in the page: measures from the next click until the first page of a PDF has been painted. */
function awaitFirstPage(): void {
  const measured = new Promise<number>((resolve) => {
    const begin = (event: Event) => {
      const watch = new MutationObserver(() => {
        if (document.querySelector('[data-pdf-page="1"] canvas') === null) return;
        watch.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve(performance.now() - event.timeStamp));
          port1.start();
          port2.postMessage(null);
        });
      });
      watch.observe(document, { childList: true, subtree: true });
    };
    addEventListener('click', begin, { capture: true, once: true });
  });
  Object.assign(window, { measured });
}

/** Opens a PDF from the list of its folder. Returns the milliseconds until its first page was painted. */
export async function firstPdfPage(page: Page, name: string): Promise<number> {
  const link = page.getByRole('row', { name }).getByRole('link');
  await link.waitFor();
  await page.evaluate(awaitFirstPage);
  await link.click();
  return page.evaluate(() => (window as unknown as { measured: Promise<number> }).measured);
}
