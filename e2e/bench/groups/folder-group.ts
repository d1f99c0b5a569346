import { consolePaths } from '@carrel/shared/paths';
import type { BrowserContext } from '@playwright/test';

import { networkIdle } from '../../support/network-idle.ts';
import { median } from '../report/bench-row.ts';
import type { BenchGroup } from '../report/bench-row.ts';
import { fillFolder } from '../load/database/fill-folder.ts';
import { startSeededServer, withBrowser } from '../load/seeded-server.ts';
import { loadInterleaved, slowDown } from '../browser/page-load.ts';
import { scrollFigures } from '../browser/scroll-figures.ts';
import type { ScrollFigures } from '../browser/scroll-figures.ts';

const FEW = { folder: 'few', count: 100 };
const MANY = { folder: 'many', count: 100_000 };
const READY = { selector: 'main *', text: 'document 000001.md' };
const ROUNDS = 5;

/** Scrolls a folder down and up. */
async function scroll(context: BrowserContext, url: string): Promise<ScrollFigures> {
  const page = await context.newPage();
  await slowDown(page);
  await page.goto(url);
  await page.getByText(READY.text).first().waitFor();
  await networkIdle(page);
  const figures = await scrollFigures(page, { x: 640, y: 500 });
  await page.close();
  return figures;
}

const ofFew = (value: number) => ({ what: '100 documents', value });

const medianOf = (figures: readonly ScrollFigures[], key: keyof ScrollFigures) =>
  median(figures.map((one) => one[key]));

export const folderGroup: BenchGroup = {
  title: 'A folder of 100,000 documents',
  method:
    'Compared with a folder of 100 in the same dataset, loaded interleaved like the sign-in page. The bench writes the documents into the database, as copies of one that was uploaded and processed. Scrolled down and up by the wheel, five times each, interleaved, on a processor slowed down four times.',
  measure: async () => {
    const seeded = await startSeededServer();
    const { server, fixture, prepare } = seeded;
    try {
      await server.kill();
      for (const { folder, count } of [FEW, MANY]) {
        fillFolder(server.dataDirectory, fixture.datasetId, folder, count);
      }
      await server.run();
      const urlOf = (folder: string) =>
        server.url + consolePaths.datasetDocuments(fixture.datasetId, folder);
      const loads = await loadInterleaved(
        [FEW, MANY].map(({ folder }) => ({
          name: folder,
          url: urlOf(folder),
          ready: READY,
          hasReact: true,
          prepare,
        })),
      );
      const few: ScrollFigures[] = [];
      const many: ScrollFigures[] = [];
      await withBrowser(seeded, async (context) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          few.push(await scroll(context, urlOf(FEW.folder)));
          many.push(await scroll(context, urlOf(MANY.folder)));
        }
      });
      const ready = (folder: string) => loads.get(folder)?.warm.ready ?? Number.NaN;
      return [
        {
          what: 'first rows, everything but the data in the cache',
          value: ready(MANY.folder),
          unit: 'ms',
          against: ofFew(ready(FEW.folder)),
          goal: { atMost: 1.2 },
          samples: loads.get(MANY.folder)?.samples.warm.map((one) => one.ready) ?? [],
        },
        {
          what: 'frames drawn while scrolling',
          value: medianOf(many, 'framesPerSecond'),
          unit: '/s',
          against: ofFew(medianOf(few, 'framesPerSecond')),
          goal: { atLeast: 0.95 },
          samples: many.map(({ framesPerSecond }) => framesPerSecond),
        },
        {
          what: 'heap in use after scrolling',
          value: medianOf(many, 'heap'),
          unit: 'MiB',
          against: ofFew(medianOf(few, 'heap')),
          goal: { atMost: 1.5 },
        },
      ];
    } finally {
      await server.stop();
    }
  },
};
