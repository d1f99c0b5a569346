import { FILENAME_HEADER, UPLOAD_OPTION_DEFAULTS } from '@carrel/shared/contract';
import { apiPaths, consolePaths } from '@carrel/shared/paths';
import type { Page } from '@playwright/test';

import { networkIdle } from '../../support/network-idle.ts';
import { captureScreen, type CapturedScreen } from '../browser/capture-screen.ts';
import { slowDown } from '../browser/page-load.ts';
import { serveBareScreens } from '../load/bare-screens.ts';
import { startSeededServer, waitForProcessing, withBrowser } from '../load/seeded-server.ts';
import { zipOfPages } from '../load/zip-of-pages.ts';
import { median, percentile, type BenchGroup } from '../report/bench-row.ts';

const PAGES = 1000;
const KEYS = 20;
/** The first of the numbers that are typed. */
const FIRST = 100;

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

const fieldOf = (page: Page) => page.getByRole('searchbox', { name: 'Search this dataset' });

/** Types the number of a page, and measures its last digit. */
async function measureKey(page: Page, number: number): Promise<number> {
  const field = fieldOf(page);
  const topic = `topic ${number}`;
  await field.fill(topic.slice(0, -1));
  await networkIdle(page);
  const painted = timeNextKey(page, `page-${number}.md`);
  await field.press(topic.slice(-1));
  return painted;
}

/** Captures the screen before and after the last digit of a number. */
async function captureKey(page: Page): Promise<[CapturedScreen, CapturedScreen]> {
  await fieldOf(page).fill(`topic ${Math.floor(FIRST / 10)}`);
  await networkIdle(page);
  const before = await captureScreen(page);
  await measureKey(page, FIRST);
  await networkIdle(page);
  return [before, await captureScreen(page)];
}

/** Measures the same key on a page that fetches the same elements and draws them by React alone. */
async function measureBareKey(page: Page, url: string): Promise<number> {
  await page.goto(url);
  const field = fieldOf(page);
  await field.focus();
  await networkIdle(page);
  const painted = timeNextKey(page, `page-${FIRST}.md`);
  await field.press('0');
  return painted;
}

export const typingGroup: BenchGroup = {
  title: 'Search while typing',
  method: `From a key press in the search field to the paint of its results, in a dataset of ${PAGES.toLocaleString('en-US')} pages on the embedded database; network of 40 ms, processor slowed down four times. Each of ${KEYS} keys follows a pause. "React alone": a page that fetches the same elements from a file and draws them by React and nothing else, with each key.`,
  measure: async () => {
    const seeded = await startSeededServer();
    const { session, server } = seeded;
    const bareScreens = await serveBareScreens();
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
        const bareUrl = bareScreens.add(...(await captureKey(page)));
        const barePage = await context.newPage();
        await slowDown(page);
        await slowDown(barePage);
        const times: number[] = [];
        const bareTimes: number[] = [];
        for (let number = FIRST; number < FIRST + KEYS; number += 1) {
          await barePage.bringToFront();
          bareTimes.push(await measureBareKey(barePage, bareUrl));
          await page.bringToFront();
          times.push(await measureKey(page, number));
        }
        return [
          {
            what: 'key to results painted, median',
            value: median(times),
            unit: 'ms',
            against: { what: 'the same elements by React alone', value: median(bareTimes) },
            goal: { atMost: 1.5 },
          },
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
      bareScreens.stop();
    }
  },
};
