import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { settingsDriftSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { parse } from 'valibot';

import { ServerProcess } from '../../../support/servers/server.ts';
import { ApiSession } from '../../load/api-session.ts';
import { startEmbeddingService } from '../../load/embedding-service.ts';
import { callMeanwhile } from '../../load/ingestion.ts';
import { upload, waitUntilEnded } from '../../load/processing.ts';
import { readStatementTimes, shareAbove } from '../../load/statement-times.ts';
import { zipOfPages } from '../../load/zip-of-pages.ts';
import { percentile, type BenchGroup, type BenchRow } from '../../report/bench-row.ts';

const DOCUMENTS = Number(process.env['BENCH_DOCUMENTS'] ?? 20_000);
const DIMENSIONS = 384;
const POLL_MS = 500;
/** Milliseconds in which no statement of background work runs before it counts as ended. */
const QUIET_MS = 3000;
const BACKUP = path.resolve(import.meta.dirname, '../../../../scripts/operate/backup.ts');
const run = promisify(execFile);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Bench {
  server: ServerProcess;
  session: ApiSession;
  datasetId: string;
  /** What a person reads meanwhile. */
  read: readonly string[];
}

/** Measures the statements of background work, and calls of the API, while `work` runs and until it has ended. */
async function rowsWhile(
  what: string,
  { server, session, read }: Bench,
  work: () => Promise<unknown>,
): Promise<BenchRow[]> {
  const before = await readStatementTimes(server.url);
  const done = new AbortController();
  const calls = callMeanwhile(session, read, done.signal);
  await work();
  done.abort();
  const times = await calls;
  const after = await readStatementTimes(server.url);
  const share = (bound: number) => shareAbove(bound, before, after);
  return [
    {
      what: `${what}: statements of it that hold the connection for more than 20 ms`,
      value: share(20),
      unit: '%',
      goal: { atMost: 0 },
    },
    { what: `${what}: for more than 50 ms`, value: share(50), unit: '%' },
    { what: `${what}: statements of it`, value: after.count - before.count, unit: '' },
    {
      what: `${what}: calls of the API meanwhile, 99th of 100`,
      value: percentile(times, 99),
      unit: 'ms',
      goal: { atMost: 100 },
    },
    {
      what: `${what}: the longest of ${times.length} calls`,
      value: Math.max(...times),
      unit: 'ms',
    },
  ];
}

/** Waits until background work sends almost no statements any more. */
async function waitUntilQuiet({ server }: Bench): Promise<void> {
  for (let before = -Infinity; ;) {
    const { count } = await readStatementTimes(server.url);
    if (count - before < QUIET_MS / 50) return;
    before = count;
    await pause(QUIET_MS);
  }
}

async function waitUntilProcessedAgain({ session, datasetId }: Bench): Promise<void> {
  for (;;) {
    const response = await session.call('GET', apiPaths.settingsDrift(datasetId));
    if (parse(settingsDriftSchema, await response.json()).reprocessing === 0) return;
    await pause(POLL_MS);
  }
}

async function backup({ server }: Bench): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-backup-'));
  const env = { ...process.env, DATA_DIR: server.dataDirectory };
  await run(process.execPath, [BACKUP, path.join(folder, 'carrel.backup')], { env });
  await rm(folder, { recursive: true });
}

async function measure(): Promise<BenchRow[]> {
  const service = await startEmbeddingService(DIMENSIONS);
  const server = await ServerProcess.start({
    EMBEDDINGS_URL: service.url,
    EMBEDDINGS_MODEL: 'bench',
  });
  try {
    const session = await ApiSession.open(server);
    const datasetId = await session.create(apiPaths.datasets(), 'Library');
    const read = [apiPaths.currentUser(), apiPaths.navigate(datasetId), apiPaths.datasets()];
    const bench = { server, session, datasetId, read };
    const rows = await rowsWhile('processing with vectors', bench, async () => {
      await upload(session, datasetId, zipOfPages(DOCUMENTS));
      await waitUntilEnded(session, datasetId, { count: DOCUMENTS, pollMs: POLL_MS });
    });
    await waitUntilQuiet(bench);
    rows.push(
      ...(await rowsWhile('processing again', bench, async () => {
        await session.post(apiPaths.reprocessDocuments(datasetId), { all: true });
        await waitUntilProcessedAgain(bench);
      })),
    );
    await waitUntilQuiet(bench);
    rows.push(...(await rowsWhile('backup', bench, () => backup(bench))));
    rows.push(
      ...(await rowsWhile(
        'deletion',
        { ...bench, read: [read[0] ?? '', read[2] ?? ''] },
        async () => {
          await session.call('DELETE', apiPaths.dataset(datasetId));
          await waitUntilQuiet(bench);
        },
      )),
    );
    return rows;
  } finally {
    await server.stop();
    service.close();
  }
}

export const backgroundGroup: BenchGroup = {
  title: 'Background work on the embedded database',
  method: `${DOCUMENTS.toLocaleString('en-US')} pages of Markdown with vectors of ${DIMENSIONS} numbers, on the embedded database: processed, processed again, backed up, deleted. The server counts how long each statement of background work holds the only connection. Meanwhile the current user, a folder and the datasets are read, one call after the other.`,
  measure,
};
