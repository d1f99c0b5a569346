import { documentListSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { parse } from 'valibot';

import { openPostgres } from '@carrel/api/database';
import { hasCitusLibrary, startTestCitus } from '@carrel/testing/postgres/test-citus.ts';
import { startTestPostgres } from '@carrel/testing/postgres/test-postgres.ts';
import { ServerProcess } from '../../../support/servers/server.ts';
import { ApiSession } from '../../load/api-session.ts';
import { measureIngestion } from '../../load/ingestion.ts';
import { upload, waitUntilEnded } from '../../load/processing.ts';
import { zipOfPages } from '../../load/zip-of-pages.ts';
import { median, percentile, type BenchGroup, type BenchRow } from '../../report/bench-row.ts';

const INGESTED = 3000;
const READ = 2000;
const ROUNDS = 3;
/** Requests of a kind in a turn, and turns; the first turn warms caches up. */
const TURN = 40;
const TURNS = 7;
const LATENCY = { atMost: 1.5 };
const INGESTION = { atLeast: 0.8 };
const WORDS = ['archive', 'method', 'river', 'table', 'figure', 'season', 'letter', 'garden'];

interface Way {
  name: string;
  environment: (database: string) => Promise<Record<string, string>>;
  perSecond: number[];
  times: Record<string, number[]>;
}

interface Reading {
  session: ApiSession;
  datasetId: string;
  documentIds: readonly string[];
}

const consume = async (call: Promise<Response>) => (await call).arrayBuffer();

const documentOf = ({ documentIds }: Reading, index: number) =>
  documentIds[index % documentIds.length] ?? '';

const REQUESTS: Record<string, (reading: Reading, index: number) => Promise<unknown>> = {
  'documents, pages of 50': ({ session, datasetId }) =>
    consume(session.call('GET', apiPaths.documents(datasetId, { limit: 50 }))),
  'a document': (reading, index) =>
    consume(
      reading.session.call('GET', apiPaths.document(reading.datasetId, documentOf(reading, index))),
    ),
  'the chunks of a document': (reading, index) =>
    consume(
      reading.session.call(
        'GET',
        apiPaths.documentChunks(reading.datasetId, documentOf(reading, index), {}),
      ),
    ),
  'search by words': ({ session, datasetId }, index) =>
    consume(
      session.post(apiPaths.searchDataset(datasetId), {
        query: `${WORDS[index % WORDS.length] ?? ''} ${index}`,
      }),
    ),
};

/** Uploads pages, and returns what is read of them. */
async function prepare(server: ServerProcess): Promise<Reading> {
  const session = await ApiSession.open(server);
  const datasetId = await session.create(apiPaths.datasets(), 'Read');
  await upload(session, datasetId, zipOfPages(READ));
  await waitUntilEnded(session, datasetId, { count: READ, pollMs: 100 });
  const listed = await session.call('GET', apiPaths.documents(datasetId, { limit: 200 }));
  const { documents } = parse(documentListSchema, await listed.json());
  return { session, datasetId, documentIds: documents.map(({ id }) => id) };
}

/** One server after the other ingests; then both answer the same requests in turns. */
async function measureWays(ways: readonly Way[]): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { environment, perSecond } of ways) {
      const server = await ServerProcess.start(await environment(`ingested_${round}`));
      const figures = await measureIngestion(server, zipOfPages(INGESTED), {
        copies: 1,
        documents: INGESTED,
      });
      perSecond.push(figures.documents / figures.seconds);
      await server.stop();
    }
  }
  const readings = [];
  for (const way of ways) {
    const environment = await way.environment('read');
    const server = await ServerProcess.start(environment);
    const database = await openPostgres(environment['DATABASE_URL'] ?? '');
    readings.push({ way, server, database, reading: await prepare(server) });
  }
  for (const [what, request] of Object.entries(REQUESTS)) {
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const { way, database, reading } of readings) {
        // One person may not search as often.
        await database.query('DELETE FROM rate_limits');
        for (let index = 0; index < TURN; index += 1) {
          const started = performance.now();
          await request(reading, turn * TURN + index);
          if (turn > 0) (way.times[what] ??= []).push(performance.now() - started);
        }
      }
    }
  }
  for (const { server, database } of readings) {
    await server.stop();
    await database.close();
  }
}

function rowsOf(citus: Way, postgres: Way): BenchRow[] {
  const rows: BenchRow[] = Object.keys(REQUESTS).map((what) => ({
    what: `${what}, p50`,
    value: percentile(citus.times[what] ?? [], 50),
    unit: 'ms',
    against: { what: 'PostgreSQL', value: percentile(postgres.times[what] ?? [], 50) },
    goal: LATENCY,
  }));
  return [
    ...rows,
    {
      what: `${INGESTED} pages: documents`,
      value: median(citus.perSecond),
      unit: '/s',
      against: { what: 'PostgreSQL', value: median(postgres.perSecond) },
      goal: INGESTION,
      samples: citus.perSecond,
    },
  ];
}

async function measure(): Promise<BenchRow[]> {
  if (!hasCitusLibrary()) throw new Error('This PostgreSQL has no Citus: see docs/scaling.md.');
  const postgres = startTestPostgres({ durable: true });
  const cluster = startTestCitus({ durable: true });
  const ways = [
    {
      name: 'PostgreSQL',
      environment: async (name: string) => {
        const maintenance = await openPostgres(postgres.urlOf('postgres'));
        await maintenance.query(`CREATE DATABASE ${name}`);
        await maintenance.close();
        return { DATABASE_URL: postgres.urlOf(name) };
      },
      perSecond: [],
      times: {},
    },
    {
      name: 'Citus',
      environment: async (name: string) => ({
        DATABASE_URL: await cluster.createDatabase(name),
        DATABASE_DISTRIBUTED: 'citus',
      }),
      perSecond: [],
      times: {},
    },
  ] satisfies [Way, Way];
  try {
    await measureWays(ways);
  } finally {
    postgres.close();
    cluster.close();
  }
  const [plain, distributed] = ways;
  return rowsOf(distributed, plain);
}

export const citusGroup: BenchGroup = {
  title: 'On Citus with two workers',
  method:
    'A PostgreSQL against a coordinator with two workers, all on this machine, all of which flush every commit. Ingestion in turns, three rounds, each with a new database and a new server; requests of one organization, one after the other, to two servers in turns, 240 each.',
  measure,
};
