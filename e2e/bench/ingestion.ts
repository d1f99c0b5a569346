import { readFile } from 'node:fs/promises';

import {
  documentListSchema,
  FILENAME_HEADER,
  UPLOAD_OPTION_DEFAULTS,
} from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { parse } from 'valibot';

import { LIBRARY } from '../journey.ts';
import type { TestServer } from '../server.ts';
import { ApiSession } from './api-session.ts';
import { memoryOf } from './memory.ts';

const COPIES = 10;
const POLL_MS = 200;

export interface IngestionFigures {
  documents: number;
  seconds: number;
  peakMebibytes: number;
}

async function unfinished(session: ApiSession, datasetId: string): Promise<number> {
  const answer = await session.call('GET', apiPaths.documents(datasetId, { limit: 1 }));
  const { status_counts: counts } = parse(documentListSchema, await answer.json());
  const ended =
    counts.embedded + counts.partitioning_error + counts.chunking_error + counts.embedding_error;
  return counts.total === 0 ? 1 : counts.total - ended;
}

async function total(session: ApiSession, datasetId: string): Promise<number> {
  const answer = await session.call('GET', apiPaths.documents(datasetId, { limit: 1 }));
  return parse(documentListSchema, await answer.json()).status_counts.total;
}

/** Uploads the corpus into ten datasets at once, and waits until every document has ended. */
export async function measureIngestion(server: TestServer): Promise<IngestionFigures> {
  const session = await ApiSession.open(server);
  const zip = await readFile(LIBRARY);
  const datasets = await Promise.all(
    Array.from({ length: COPIES }, (_, index) =>
      session.create(apiPaths.datasets(), `Library ${index + 1}`),
    ),
  );
  const started = performance.now();
  await Promise.all(
    datasets.map((datasetId) =>
      session.send('POST', apiPaths.archiveUpload(datasetId, UPLOAD_OPTION_DEFAULTS), zip, {
        'Content-Type': 'application/zip',
        [FILENAME_HEADER]: 'team-library.zip',
      }),
    ),
  );
  for (const datasetId of datasets) {
    while ((await unfinished(session, datasetId)) > 0) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
  const seconds = (performance.now() - started) / 1000;
  const totals = await Promise.all(datasets.map((datasetId) => total(session, datasetId)));
  const documents = totals.reduce((sum, count) => sum + count, 0);
  return { documents, seconds, peakMebibytes: (await memoryOf(server.pid)).peak };
}
