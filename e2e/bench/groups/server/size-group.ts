import { apiPaths } from '@carrel/shared/paths';

import type { Database } from '@carrel/api/database';
import { openPostgres, partitionTables } from '@carrel/api/database';
import { startTestPostgres, type TestPostgres } from '@carrel/testing/postgres/test-postgres.ts';
import { ServerProcess } from '../../../support/servers/server.ts';
import { ApiSession } from '../../load/api-session.ts';
import { copyOrganization } from '../../load/database/copy-organization.ts';
import { upload, waitUntilEnded } from '../../load/processing.ts';
import { zipOfPages } from '../../load/zip-of-pages.ts';
import { median, percentile, type BenchGroup, type BenchRow } from '../../report/bench-row.ts';

/** Chunks of the database that grows. The other one keeps the first size. */
const SIZES = (process.env['BENCH_CHUNKS'] ?? '100000,1000000,5000000,10000000')
  .split(',')
  .map(Number);
const [SMALL = 100_000] = SIZES;
const PAGES = 2500;
const NEW_PAGES = 200;
const TURNS = 10;
const TURN = 20;
const ROUNDS = 3;
const PARTITIONS = 16;
const WORDS = ['topic', 'library', 'details', 'number', 'part known', 'what was said before'];
/** A quarter of a small machine's memory, instead of the 128 MB that PostgreSQL starts with. */
const SETTINGS = { shared_buffers: '2GB', max_wal_size: '8GB', maintenance_work_mem: '512MB' };

/** A server on a database in which one organization is asked, and the others only are there. */
interface Target {
  server: ServerProcess;
  database: Database;
  session: ApiSession;
  organizationId: string;
  datasetId: string;
  /** Chunks of the organization that is asked, of which the others are copies. */
  chunksEach: number;
  organizations: number;
}

async function startTarget(postgres: TestPostgres, name: string): Promise<Target> {
  const url = postgres.urlOf(name);
  const server = await ServerProcess.start({ DATABASE_URL: url });
  const session = await ApiSession.open(server);
  const datasetId = await session.create(apiPaths.datasets(), 'Pages');
  // A page is then four chunks.
  await session.call('PATCH', apiPaths.dataset(datasetId), {
    metadata_parameters: { chunk_size: 150, chunk_overlap: 0 },
  });
  await upload(session, datasetId, zipOfPages(PAGES));
  await waitUntilEnded(session, datasetId, { count: PAGES, pollMs: 250 });
  const database = await openPostgres(url);
  const [counted] = await database.query<{ organization: string; chunks: number }>(
    'SELECT organization_id AS organization, count(*) AS chunks FROM chunks GROUP BY 1',
  );
  return {
    server,
    database,
    session,
    datasetId,
    organizationId: counted?.organization ?? '',
    chunksEach: counted?.chunks ?? 1,
    organizations: 1,
  };
}

/** Copies the organization until all have so many chunks, and returns the seconds of the vacuum after it. */
async function grow(target: Target, chunks: number): Promise<number> {
  const wanted = Math.round(chunks / target.chunksEach);
  const from = target.organizations;
  await copyOrganization(target.database, target.organizationId, { from, to: wanted - 1 });
  target.organizations = wanted;
  const started = performance.now();
  await target.database.query('VACUUM ANALYZE');
  return (performance.now() - started) / 1000;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const read = async (call: Promise<Response>) => (await call).arrayBuffer();

type Read = (target: Target, index: number) => Promise<unknown>;

const readFolder: Read = ({ session, datasetId }, index) =>
  read(session.call('GET', apiPaths.navigate(datasetId, { path: `folder-${index % 50}` })));

const search: Read = ({ session, datasetId }, index) =>
  read(
    session.post(apiPaths.searchDataset(datasetId), {
      query: `${WORDS[index % WORDS.length] ?? ''} ${index}`,
    }),
  );

/** An archive of new pages until its documents are processed, then the dataset until its rows are gone. */
async function uploadAndDelete({ session, database }: Target): Promise<[number, number]> {
  const datasetId = await session.create(apiPaths.datasets(), 'New');
  const uploaded = await timed(async () => {
    await upload(session, datasetId, zipOfPages(NEW_PAGES));
    await waitUntilEnded(session, datasetId, { count: NEW_PAGES, pollMs: 20 });
  });
  const deleted = await timed(async () => {
    await session.call('DELETE', apiPaths.dataset(datasetId));
    for (let left = 1; left > 0;) {
      const rows = await database.query('SELECT FROM datasets WHERE id = $1', [datasetId]);
      left = rows.length;
    }
  });
  return [uploaded, deleted];
}

const against = (value: number) => ({ what: `${SMALL.toLocaleString('en-US')} chunks`, value });

/** Measures both databases in turns, and returns the rows of the large one against the small one. */
async function compared(what: string, large: Target, small: Target): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [name, act] of [
    ['page of a folder', readFolder],
    ['search', search],
  ] as const) {
    const times = new Map<Target, number[]>([
      [large, []],
      [small, []],
    ]);
    for (let turn = 0; turn <= TURNS; turn += 1) {
      for (const [target, list] of times) {
        // One person may not search as often.
        await target.database.query('DELETE FROM rate_limits');
        for (let index = 0; index < TURN; index += 1) {
          const ms = await timed(() => act(target, turn * TURN + index));
          // The first turn warms caches up.
          if (turn > 0) list.push(ms);
        }
      }
    }
    const [ours = [], theirs = []] = times.values();
    rows.push({
      what: `${what}: ${name}, p50`,
      value: percentile(ours, 50),
      unit: 'ms',
      against: against(percentile(theirs, 50)),
      goal: { atMost: 1.3 },
    });
  }
  const work: [number, number][] = [];
  const smallWork: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    work.push(await uploadAndDelete(large));
    smallWork.push(await uploadAndDelete(small));
  }
  for (const [place, name] of ['upload', 'delete'].entries()) {
    const of = (list: [number, number][]) => list.map((pair) => (pair[place] ?? 0) / 1000);
    rows.push({
      what: `${what}: ${name} of ${NEW_PAGES} documents`,
      value: median(of(work)),
      unit: 's',
      against: against(median(of(smallWork))),
      samples: of(work),
    });
  }
  return rows;
}

/** Searches one after the other until `work` ends. */
async function searchesDuring(target: Target, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const ended = { yet: false };
  void work.finally(() => {
    ended.yet = true;
  });
  for (let index = 0; !ended.yet; index += 1) {
    times.push(await timed(() => search(target, index)));
    // Somebody who types; a faster one is limited.
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await work;
  return times;
}

async function measure(): Promise<BenchRow[]> {
  const postgres = startTestPostgres({ durable: true });
  const maintenance = await openPostgres(postgres.urlOf('postgres'));
  for (const [name, value] of Object.entries(SETTINGS)) {
    await maintenance.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  }
  const targets: Target[] = [];
  for (const name of ['small', 'large', 'partitioned']) {
    await maintenance.query(`CREATE DATABASE ${name}`);
  }
  await maintenance.close();
  postgres.stop('fast');
  postgres.start();
  for (const name of ['small', 'large', 'partitioned']) {
    targets.push(await startTarget(postgres, name));
  }
  const rows = await rowsOf(targets);
  for (const { server, database } of targets) {
    await database.close();
    await server.stop();
  }
  postgres.close();
  return rows;
}

async function rowsOf([small, large, partitioned]: readonly Target[]): Promise<BenchRow[]> {
  if (small === undefined || large === undefined || partitioned === undefined) return [];
  await partitionTables(partitioned.database, PARTITIONS, () => undefined);
  await grow(small, SMALL);
  const rows: BenchRow[] = [];
  for (const size of SIZES) {
    for (const target of [large, partitioned]) {
      const many = `${size.toLocaleString('en-US')} chunks`;
      const what = target === large ? many : `${many} in ${PARTITIONS} partitions`;
      const vacuum = await grow(target, size);
      rows.push({ what: `${what}: vacuum and statistics after loading`, value: vacuum, unit: 's' });
      rows.push(...(await compared(what, target, small)));
    }
  }
  return [...rows, ...(await partitioningRows(small))];
}

/** Searches one after the other while the tables are partitioned. */
async function partitioningRows(target: Target): Promise<BenchRow[]> {
  const started = performance.now();
  const work = partitionTables(target.database, PARTITIONS, () => undefined);
  const times = await searchesDuring(target, work);
  const seconds = (performance.now() - started) / 1000;
  const what = `${SMALL.toLocaleString('en-US')} chunks become ${PARTITIONS} partitions`;
  return [
    { what, value: seconds, unit: 's' },
    { what: `${what}: search meanwhile, p50`, value: percentile(times, 50), unit: 'ms' },
    { what: `${what}: search meanwhile, p99`, value: percentile(times, 99), unit: 'ms' },
    { what: `${what}: search meanwhile, longest`, value: Math.max(...times), unit: 'ms' },
  ];
}

export const sizeGroup: BenchGroup = {
  title: 'Millions of chunks',
  method:
    'On a PostgreSQL of this machine that flushes every commit, with 2 GB of shared buffers: one organization of 2,500 pages in about 10,000 chunks, copied with its documents and index by SQL until the database has so many chunks, without vectors. 200 reads one after the other over HTTP, in turns of 20 with a server whose database stays at the first size; uploads and deletes are medians of three, in turns too. The same with partitioned tables. At last the tables of the first size are partitioned while somebody searches.',
  measure,
};
