import { apiPaths } from '@carrel/shared/paths';

import type { ServerProcess } from '../../support/servers/server.ts';
import { ApiSession } from './api-session.ts';
import { memoryOf, memoryOfTree, resetPeak } from '../memory.ts';
import { ProcessorTimes } from '../processor-times.ts';
import { upload, waitUntilEnded } from './processing.ts';

const POLL_MS = 200;
const CALL_EVERY_MS = 20;

export interface IngestionFigures {
  documents: number;
  seconds: number;
  /** Peak memory of the server process, without its workers. */
  peakMebibytes: number;
  /** Peak memory of the server and its workers together. */
  treeMebibytes: number;
  /** Processor seconds of the server, database included, and of its workers. */
  itself: number;
  workers: number;
  /** Durations of API requests meanwhile, in ms. */
  calls: number[];
}

/** Reads `paths` in turns, like a signed-in user, until `signal` aborts, and returns how long each took, in ms. */
export async function callMeanwhile(
  session: ApiSession,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<number[]> {
  const durations: number[] = [];
  for (let index = 0; !signal.aborted; index += 1) {
    const started = performance.now();
    await session.call('GET', paths[index % paths.length] ?? '');
    durations.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, CALL_EVERY_MS));
  }
  return durations;
}

/** Uploads an archive into a number of datasets at once, and waits until all documents are processed. */
export async function measureIngestion(
  server: ServerProcess,
  zip: Buffer<ArrayBuffer>,
  { copies, documents }: { copies: number; documents: number },
): Promise<IngestionFigures> {
  const session = await ApiSession.open(server);
  const datasets = await Promise.all(
    Array.from({ length: copies }, (_, index) =>
      session.create(apiPaths.datasets(), `Library ${index + 1}`),
    ),
  );
  await resetPeak(server.pid);
  const times = await ProcessorTimes.watch(server.pid);
  let treeMebibytes = 0;
  const sample = async () => {
    await times.sample();
    treeMebibytes = Math.max(treeMebibytes, await memoryOfTree(server.pid));
  };
  const done = new AbortController();
  const started = performance.now();
  const read = [apiPaths.currentUser(), apiPaths.navigate(datasets[0] ?? '', {})];
  const calls = callMeanwhile(session, read, done.signal);
  await Promise.all(datasets.map((datasetId) => upload(session, datasetId, zip)));
  for (const datasetId of datasets) {
    await waitUntilEnded(session, datasetId, {
      count: documents / copies,
      pollMs: POLL_MS,
      sample,
    });
  }
  const seconds = (performance.now() - started) / 1000;
  await sample();
  done.abort();
  return {
    documents,
    seconds,
    peakMebibytes: (await memoryOf(server.pid)).peak,
    treeMebibytes,
    itself: times.spent.itself,
    workers: times.spent.children,
    calls: await calls,
  };
}
