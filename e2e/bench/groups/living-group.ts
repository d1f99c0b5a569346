import { foundDocumentsSchema, movePlanSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { parse } from 'valibot';

import { moveFolder, type MoveFigures } from '../browser/moved-documents.ts';
import { upload, waitUntilEnded } from '../load/processing.ts';
import { startSeededServer, withBrowser } from '../load/seeded-server.ts';
import { zipOfPages } from '../load/zip-of-pages.ts';
import { median, type BenchGroup, type BenchRow } from '../report/bench-row.ts';
import { comparisonRows, versionRows } from './server/living-rows.ts';

const DOCUMENTS = Number(process.env['BENCH_DOCUMENTS'] ?? 10_000);
const ROUNDS = 3;
const FOLDER = 'Library';

async function moveRows(): Promise<BenchRow[]> {
  const seeded = await startSeededServer();
  const { server, session } = seeded;
  try {
    const datasetId = await session.create(apiPaths.datasets(), 'Moved');
    await upload(session, datasetId, zipOfPages(DOCUMENTS, { folder: `${FOLDER}/` }));
    await waitUntilEnded(session, datasetId, { count: DOCUMENTS, pollMs: 250 });
    const figures: MoveFigures[] = [];
    const count = async (folder: string) => {
      const path = apiPaths.findDocuments(datasetId, { folder, limit: 1 });
      const response = await session.call('GET', path);
      return parse(foundDocumentsSchema, await response.json()).total;
    };
    await withBrowser(seeded, async (context) => {
      const page = await context.newPage();
      for (let round = 0; round < ROUNDS; round += 1) {
        const to = `Archive ${round}`;
        figures.push(
          await moveFolder(page, {
            url: server.url,
            datasetId,
            folder: FOLDER,
            to,
            documents: DOCUMENTS,
            count,
          }),
        );
        await session.post(apiPaths.moveDocuments(datasetId), {
          folders: [`${to}/${FOLDER}`],
          to: '',
        });
        await untilMovedBack(seeded, datasetId);
      }
    });
    const of = (what: keyof MoveFigures) => figures.map((one) => one[what] / 1000);
    const documents = `${DOCUMENTS.toLocaleString('en-US')} documents moved`;
    return [
      {
        what: `${documents}: from pressing Move here to the shown result`,
        value: median(of('shown')),
        unit: 's',
        goal: { atMost: 5 },
        samples: of('shown'),
      },
      {
        what: `${documents}: from the folder to its plan`,
        value: median(of('planned')),
        unit: 's',
        samples: of('planned'),
      },
      {
        what: `${documents}: until all are there`,
        value: median(of('moved')),
        unit: 's',
        samples: of('moved'),
      },
    ];
  } finally {
    await server.stop();
  }
}

async function untilMovedBack(
  { session }: Awaited<ReturnType<typeof startSeededServer>>,
  datasetId: string,
): Promise<void> {
  for (;;) {
    const path = apiPaths.planMove(datasetId);
    const plan = await session.post(path, { folders: [FOLDER], to: 'Elsewhere' });
    const { documents } = parse(movePlanSchema, await plan.json());
    if (documents === DOCUMENTS) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

export const livingGroup: BenchGroup = {
  title: 'Documents that move and change',
  method: `On the embedded database. A folder of ${DOCUMENTS.toLocaleString('en-US')} pages of Markdown is moved in Chromium; medians of ${ROUNDS}. 1,000 pages are replaced by another edition until all are processed, in two datasets of one server in turns, of which one keeps versions; medians of five. Two versions of a text of a megabyte are compared by the API. Signing the same pages is timed alone, and its share is of the processor time that the server and its workers take for them.`,
  measure: async () => [
    ...(await moveRows()),
    ...(await versionRows()),
    ...(await comparisonRows()),
  ],
};
