import { apiPaths } from '@carrel/shared/paths';

import type { ServerProcess } from '../../support/servers/server.ts';
import { ProcessorTimes } from '../processor-times.ts';
import type { ApiSession } from './api-session.ts';
import { upload, waitUntilEnded } from './processing.ts';
import { zipOfPages } from './zip-of-pages.ts';

const POLL_MS = 20;

/** An ingestion, in seconds, and seconds of the processor in the server and its workers. */
export interface Ingested {
  seconds: number;
  processor: number;
}

/** Uploads an edition of pages into a dataset, over the one that is there, and waits until all are processed. */
export async function ingestEdition(
  server: ServerProcess,
  session: ApiSession,
  { datasetId, pages, edition }: { datasetId: string; pages: number; edition: string },
): Promise<Ingested> {
  const zip = zipOfPages(pages, { edition });
  const times = await ProcessorTimes.watch(server.pid);
  const began = performance.now();
  await upload(session, datasetId, zip);
  for (;;) {
    // A replacement is counted as waiting once it is merged.
    const archives = await session.call('GET', apiPaths.archives(datasetId));
    if (!/"status":"(?:pending|processing)"/.test(await archives.text())) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await waitUntilEnded(session, datasetId, { count: pages, pollMs: POLL_MS });
  const seconds = (performance.now() - began) / 1000;
  await times.sample();
  return { seconds, processor: times.spent.itself + times.spent.children };
}
