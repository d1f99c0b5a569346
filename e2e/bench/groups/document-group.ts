import {
  documentListSchema,
  FILENAME_HEADER,
  UPLOAD_OPTION_DEFAULTS,
} from '@carrel/shared/contract';
import { apiPaths, consolePaths } from '@carrel/shared/paths';
import type { BrowserContext } from '@playwright/test';
import { parse } from 'valibot';

import { pdfOfPages } from '../../support/build-pdf.ts';
import { buildZip } from '../../support/build-zip.ts';
import { networkIdle } from '../../support/network-idle.ts';
import { firstPdfPage } from '../browser/first-pdf-page.ts';
import { loadInterleaved, slowDownProcessor } from '../browser/page-load.ts';
import { scrollFigures } from '../browser/scroll-figures.ts';
import { serveBarePdf } from '../load/bare-pdf.ts';
import { fillChunks } from '../load/database/fill-chunks.ts';
import { startSeededServer, waitForProcessing, withBrowser } from '../load/seeded-server.ts';
import type { SeededServer } from '../load/seeded-server.ts';
import { median } from '../report/bench-row.ts';
import type { BenchGroup } from '../report/bench-row.ts';

const SHORT = { name: 'short.pdf', pages: 5 };
const LONG = { name: 'long.pdf', pages: 500 };
const FEW = { name: 'few.md', chunks: 50 };
const MANY = { name: 'many.md', chunks: 50_000 };
const ROUNDS = 5;
/** Where the document and its chunks are, in pixels. */
const VIEW = { x: 600, y: 500 };
const CHUNKS = { x: 1100, y: 400 };

const linesOf = (page: number) =>
  Array.from(
    { length: 48 },
    (_, line) =>
      `Page ${page}, line ${line}: the stars of the catalogue, by their brightness and colour.`,
  );

/** Uploads the documents into a dataset of their own. Returns its id and those of the documents. */
async function upload({
  session,
}: SeededServer): Promise<{ datasetId: string; ids: Map<string, string> }> {
  const datasetId = await session.create(apiPaths.datasets(), 'Documents');
  const files = [
    ...[SHORT, LONG].map(({ name, pages }) => ({ name, content: pdfOfPages(pages, linesOf) })),
    ...[FEW, MANY].map(({ name }) => ({ name, content: `# ${name}\n\nSome words of it.` })),
  ];
  await session.send(
    'POST',
    apiPaths.archiveUpload(datasetId, UPLOAD_OPTION_DEFAULTS),
    Buffer.from(buildZip(files)),
    { 'Content-Type': 'application/zip', [FILENAME_HEADER]: 'documents.zip' },
  );
  await waitForProcessing(session, datasetId, files.length);
  const response = await session.call('GET', apiPaths.documents(datasetId, { limit: 10 }));
  const { documents } = parse(documentListSchema, await response.json());
  return { datasetId, ids: new Map(documents.map(({ path, id }) => [path, id])) };
}

/** Returns the frames drawn each second while what is at a point of a page is scrolled. */
async function framesOf(
  context: BrowserContext,
  { url, ready, at }: { url: string; ready: string; at: { x: number; y: number } },
): Promise<number> {
  const page = await context.newPage();
  await slowDownProcessor(page);
  await page.goto(url);
  await page.locator(ready).first().waitFor();
  await networkIdle(page);
  const { framesPerSecond } = await scrollFigures(page, at);
  await page.close();
  return framesPerSecond;
}

/** Opens the long PDF by pdf.js alone. */
async function openBare(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await slowDownProcessor(page);
  await page.goto(url);
  await page.locator('body[data-ready]').waitFor();
  const took = await firstPdfPage(page, LONG.name);
  await page.close();
  return took;
}

/** Opens both PDFs from their list, in a page that has the code for them. */
async function openBoth(
  context: BrowserContext,
  list: string,
): Promise<{ short: number; long: number }> {
  const page = await context.newPage();
  await slowDownProcessor(page);
  await page.goto(list);
  await firstPdfPage(page, SHORT.name);
  const open = async ({ name }: { name: string }) => {
    await page.goBack();
    return firstPdfPage(page, name);
  };
  const figures = { short: await open(SHORT), long: await open(LONG) };
  await page.close();
  return figures;
}

export const documentGroup: BenchGroup = {
  title: 'The page of a document',
  method:
    'PDFs of 5 and of 500 pages of text, opened by a click in the list of their folder on loopback, with the code for PDFs in memory; documents of 50 and of 50,000 chunks, which the bench writes into the database, loaded interleaved like the sign-in page. "pdf.js alone": a page with pdf.js and nothing else, its worker started before. Scrolled down and up by the wheel. All on a processor slowed down four times; medians of five, interleaved.',
  measure: async () => {
    const seeded = await startSeededServer();
    const { server, prepare } = seeded;
    const bare = await serveBarePdf(LONG.name, Buffer.from(pdfOfPages(LONG.pages, linesOf)));
    try {
      const { datasetId, ids } = await upload(seeded);
      await server.kill();
      for (const { name, chunks } of [FEW, MANY]) {
        fillChunks(server.dataDirectory, ids.get(name) ?? '', chunks);
      }
      await server.run();
      const list = server.url + consolePaths.datasetDocuments(datasetId);
      const urlOf = (name: string) =>
        server.url + consolePaths.document(datasetId, ids.get(name) ?? '');
      const loads = await loadInterleaved(
        [FEW, MANY].map(({ name }) => ({
          name,
          url: urlOf(name),
          ready: { selector: '[role=option]:not([aria-busy])' },
          hasReact: true,
          prepare,
        })),
      );
      const opened: { short: number; long: number }[] = [];
      const alone: number[] = [];
      const frames = {
        short: [] as number[],
        long: [] as number[],
        few: [] as number[],
        many: [] as number[],
      };
      const pdf = { ready: '[data-pdf-page] canvas', at: VIEW };
      const rows = { ready: '[role=option]:not([aria-busy])', at: CHUNKS };
      await withBrowser(seeded, async (context) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          alone.push(await openBare(context, bare.url));
          opened.push(await openBoth(context, list));
          frames.short.push(await framesOf(context, { url: urlOf(SHORT.name), ...pdf }));
          frames.long.push(await framesOf(context, { url: urlOf(LONG.name), ...pdf }));
          frames.few.push(await framesOf(context, { url: urlOf(FEW.name), ...rows }));
          frames.many.push(await framesOf(context, { url: urlOf(MANY.name), ...rows }));
        }
      });
      const long = opened.map((one) => one.long);
      const ready = (name: string) => loads.get(name)?.warm.ready ?? Number.NaN;
      return [
        {
          what: 'first page of a PDF of 500 pages',
          value: median(long),
          unit: 'ms',
          against: { what: 'pdf.js alone', value: median(alone) },
          goal: { atMost: 1.3 },
        },
        {
          what: 'first page of a PDF of 500 pages, in milliseconds',
          value: median(long),
          unit: 'ms',
          goal: { atMost: 600 },
          samples: long,
        },
        {
          what: 'for comparison: first page of a PDF of 5 pages',
          value: median(opened.map((one) => one.short)),
          unit: 'ms',
        },
        {
          what: 'frames drawn while scrolling a PDF of 500 pages',
          value: median(frames.long),
          unit: '/s',
          against: { what: '5 pages', value: median(frames.short) },
          goal: { atLeast: 0.95 },
          samples: frames.long,
        },
        {
          what: 'first rows of 50,000 chunks, everything but the data in the cache',
          value: ready(MANY.name),
          unit: 'ms',
          against: { what: '50 chunks', value: ready(FEW.name) },
          goal: { atMost: 1.2 },
          samples: loads.get(MANY.name)?.samples.warm.map((one) => one.ready) ?? [],
        },
        {
          what: 'frames drawn while scrolling 50,000 chunks',
          value: median(frames.many),
          unit: '/s',
          against: { what: '50 chunks', value: median(frames.few) },
          goal: { atLeast: 0.95 },
          samples: frames.many,
        },
      ];
    } finally {
      await server.stop();
      bare.stop();
    }
  },
};
