import { readFile } from 'node:fs/promises';
import os from 'node:os';

import { TEAM_LIBRARY } from '../../../support/journey.ts';
import { ServerProcess } from '../../../support/servers/server.ts';
import { percentile, type BenchGroup, type BenchRow } from '../../report/bench-row.ts';
import { measureIngestion, type IngestionFigures } from '../../load/ingestion.ts';
import { zipOfPages } from '../../load/zip-of-pages.ts';

const COPIES = 10;
const LIBRARY_DOCUMENTS = 22;
/** Of its PDFs. */
const LIBRARY_PAGES = 5;
/** The largest takes many minutes, and runs only with `BENCH_LARGE=1`. */
const COUNTS =
  process.env['BENCH_LARGE'] === '1' ? [1000, 10_000, 20_000, 100_000] : [1000, 10_000, 20_000];

async function measureOn(
  zip: Buffer<ArrayBuffer>,
  size: { copies: number; documents: number },
): Promise<IngestionFigures> {
  const server = await ServerProcess.start();
  try {
    return await measureIngestion(server, zip, size);
  } finally {
    await server.stop();
  }
}

const perSecond = ({ documents, seconds }: IngestionFigures) => documents / seconds;

function sharedRows(what: string, figures: IngestionFigures): BenchRow[] {
  const { itself, workers, seconds, peakMebibytes, treeMebibytes, calls } = figures;
  return [
    {
      what: `${what}: processor time in the workers that parse, split and embed`,
      value: (100 * workers) / (itself + workers),
      unit: '%',
      goal: { atLeast: 80 },
    },
    {
      what: `${what}: cores kept busy, of all`,
      value: (100 * (itself + workers)) / seconds / os.cpus().length,
      unit: '%',
      goal: { atLeast: 75 },
    },
    { what: `${what}: memory of the server at its highest`, value: peakMebibytes, unit: 'MiB' },
    {
      what: `${what}: memory of the server and its workers at its highest`,
      value: treeMebibytes,
      unit: 'MiB',
      goal: { atMost: 1200 },
    },
    {
      what: `${what}: calls of the API meanwhile, 99th of 100`,
      value: percentile(calls, 99),
      unit: 'ms',
      goal: { atMost: 100 },
    },
  ];
}

async function libraryRows(): Promise<BenchRow[]> {
  const zip = await readFile(TEAM_LIBRARY);
  const figures = await measureOn(zip, { copies: COPIES, documents: COPIES * LIBRARY_DOCUMENTS });
  return [
    {
      what: 'corpus, ten times: documents',
      value: perSecond(figures),
      unit: '/s',
      goal: { atLeast: 38 },
    },
    {
      what: 'corpus, ten times: megabytes',
      value: (COPIES * zip.length) / 1e6 / figures.seconds,
      unit: '/s',
    },
    {
      what: 'corpus, ten times: pages of its PDFs',
      value: (COPIES * LIBRARY_PAGES) / figures.seconds,
      unit: '/s',
    },
    ...sharedRows('corpus', figures),
  ];
}

async function pageRows(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  let least: number | undefined;
  for (const count of COUNTS) {
    const zip = zipOfPages(count);
    const figures = await measureOn(zip, { copies: 1, documents: count });
    const value = perSecond(figures);
    rows.push({
      what: `${count.toLocaleString('en-US')} pages of Markdown: documents`,
      value,
      unit: '/s',
      ...(least !== undefined && {
        against: { what: 'of 1,000', value: least },
        goal: { atLeast: 0.9 },
      }),
    });
    rows.push({
      what: `${count.toLocaleString('en-US')} pages of Markdown: megabytes`,
      value: zip.length / 1e6 / figures.seconds,
      unit: '/s',
    });
    if (count === 20_000) {
      rows.push({ what: '20,000 pages: documents', value, unit: '/s', goal: { atLeast: 450 } });
      rows.push(...sharedRows('20,000 pages', figures));
    }
    least ??= value;
  }
  return rows;
}

export const ingestionGroup: BenchGroup = {
  title: 'Ingestion',
  method:
    'From the upload until all documents are processed, on the embedded database: the corpus of the tests into ten datasets at once, and archives of short pages into one. Meanwhile the current user and a folder are requested repeatedly.',
  measure: async () => [...(await libraryRows()), ...(await pageRows())],
};
