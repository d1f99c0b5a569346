import { FILENAME_HEADER, UPLOAD_OPTION_DEFAULTS } from '@carrel/shared/contract';
import { apiPaths, consolePaths } from '@carrel/shared/paths';
import type { Page } from '@playwright/test';

import { networkIdle } from '../../support/network-idle.ts';
import { slowDown } from '../browser/page-load.ts';
import { startSeededServer, waitForProcessing, withBrowser } from '../load/seeded-server.ts';
import { zipOfPages } from '../load/zip-of-pages.ts';
import { percentile, type BenchGroup } from '../report/bench-row.ts';

const PAGES = 1000;
const KEYS = 20;

/** Returns the milliseconds from the next key to the paint of a list that a document leads. */
function timeNextKey(page: Page, document: string): Promise<number> {
  return page.evaluate(async (name) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    setTimeout(() => reject(new Error(`No ${name} within half a minute.`)), 30_000);
    let pressed = 0;
    window.addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), { once: true });
    const watch = new MutationObserver(() => {
      if (window.document.querySelector('main li h2')?.textContent !== name) return;
      watch.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now() - pressed));
        port1.start();
        port2.postMessage(null);
      });
    });
    watch.observe(window.document, { childList: true, subtree: true, characterData: true });
    return promise;
  }, document);
}

/** Types numbers of pages, and measures their last digits. */
async function measureKeys(page: Page): Promise<number[]> {
  const field = page.getByRole('searchbox', { name: 'Search this dataset' });
  const times: number[] = [];
  for (let number = 100; number < 100 + KEYS; number += 1) {
    const topic = `topic ${number}`;
    await field.fill(topic.slice(0, -1));
    await networkIdle(page);
    const painted = timeNextKey(page, `page-${number}.md`);
    await field.press(topic.slice(-1));
    times.push(await painted);
  }
  return times;
}

export const typingGroup: BenchGroup = {
  title: 'Search while typing',
  method: `From a key press in the search field to the paint of its results, in a dataset of ${PAGES.toLocaleString('en-US')} pages on the embedded database; network of 40 ms, processor slowed down four times. Each of ${KEYS} keys follows a pause.`,
  measure: async () => {
    const seeded = await startSeededServer();
    const { session, server } = seeded;
    try {
      const datasetId = await session.create(apiPaths.datasets(), 'Topics');
      const path = apiPaths.archiveUpload(datasetId, UPLOAD_OPTION_DEFAULTS);
      await session.send('POST', path, zipOfPages(PAGES), {
        'Content-Type': 'application/zip',
        [FILENAME_HEADER]: 'topics.zip',
      });
      await waitForProcessing(session, datasetId, PAGES);
      return await withBrowser(seeded, async (context) => {
        const page = await context.newPage();
        await page.goto(server.url + consolePaths.datasetSearch(datasetId, 'topic'));
        await networkIdle(page);
        await slowDown(page);
        const times = await measureKeys(page);
        return [
          {
            what: 'key to results painted, p50',
            value: percentile(times, 50),
            unit: 'ms',
            goal: { atMost: 250 },
            samples: times,
          },
          { what: 'key to results painted, p95', value: percentile(times, 95), unit: 'ms' },
        ];
      });
    } finally {
      await server.stop();
    }
  },
};
