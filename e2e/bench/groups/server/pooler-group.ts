import { apiPaths } from '@carrel/shared/paths';

import { openPostgres } from '@carrel/api/database';
import {
  findPgbouncer,
  programVersion,
  startTestPgbouncer,
} from '@carrel/testing/postgres/test-pgbouncer.ts';
import { startTestPostgres, type TestPostgres } from '@carrel/testing/postgres/test-postgres.ts';
import { ServerProcess } from '../../../support/servers/server.ts';
import { ApiSession } from '../../load/api-session.ts';
import { measureIngestion } from '../../load/ingestion.ts';
import { upload, waitUntilEnded } from '../../load/processing.ts';
import { zipOfPages } from '../../load/zip-of-pages.ts';
import { median, percentile, type BenchGroup, type BenchRow } from '../../report/bench-row.ts';

const PAGES = 3000;
const ROUNDS = 3;
const SINGLE_PAGES = 20;

/** A way from the server to PostgreSQL. */
interface Way {
  name: string;
  urlOf: (database: string) => string;
  perSecond: number[];
  calls: number[];
  /** Milliseconds from the upload of one page until it is processed, on an idle server. */
  single: number[];
}

const way = (name: string, urlOf: Way['urlOf']): Way => ({
  name,
  urlOf,
  perSecond: [],
  calls: [],
  single: [],
});

async function singlePages(server: ServerProcess): Promise<number[]> {
  const session = await ApiSession.open(server);
  const times: number[] = [];
  for (let page = 0; page < SINGLE_PAGES; page += 1) {
    const datasetId = await session.create(apiPaths.datasets(), `Page ${page}`);
    const started = performance.now();
    await upload(session, datasetId, zipOfPages(1));
    await waitUntilEnded(session, datasetId, { count: 1, pollMs: 5 });
    times.push(performance.now() - started);
  }
  return times;
}

async function measureRound(postgres: TestPostgres, ways: readonly Way[], round: number) {
  const maintenance = await openPostgres(postgres.urlOf('postgres'));
  for (const [place, { urlOf, perSecond, calls, single }] of ways.entries()) {
    for (const kind of ['many', 'single']) {
      const database = `round_${round}_${place}_${kind}`;
      await maintenance.query(`CREATE DATABASE ${database}`);
      const server = await ServerProcess.start({ DATABASE_URL: urlOf(database) });
      if (kind === 'single') single.push(...(await singlePages(server)));
      else {
        const size = { copies: 1, documents: PAGES };
        const figures = await measureIngestion(server, zipOfPages(PAGES), size);
        perSecond.push(figures.documents / figures.seconds);
        calls.push(...figures.calls);
      }
      await server.stop();
    }
  }
  await maintenance.close();
}

async function measure(): Promise<BenchRow[]> {
  const postgres = startTestPostgres({ durable: true });
  const ways = [way('directly', (database) => postgres.urlOf(database))];
  const poolers = [];
  // Debian's, and the one that `PGBOUNCER` names.
  const programs = new Set([findPgbouncer({ debian: true }), findPgbouncer()]);
  for (const program of programs) {
    if (program === undefined) continue;
    const pooler = await startTestPgbouncer(program, postgres.socketFolder);
    poolers.push(pooler);
    ways.push(
      way(`by PgBouncer ${programVersion(program).join('.')}`, (database) =>
        pooler.urlOf(database),
      ),
    );
  }
  for (let round = 0; round < ROUNDS; round += 1) await measureRound(postgres, ways, round);
  for (const pooler of poolers) pooler.close();
  postgres.close();
  const [direct] = ways;
  return ways.flatMap((one) => rowsOf(one, one === direct ? undefined : direct));
}

const FIGURES: readonly [string, BenchRow['unit'], (of: Way) => number][] = [
  [`${PAGES} pages: documents`, '/s', ({ perSecond }) => median(perSecond)],
  ['calls of the API meanwhile, p50', 'ms', ({ calls }) => percentile(calls, 50)],
  ['calls of the API meanwhile, p99', 'ms', ({ calls }) => percentile(calls, 99)],
  ['one page until it is processed, p50', 'ms', ({ single }) => percentile(single, 50)],
  ['one page until it is processed, p95', 'ms', ({ single }) => percentile(single, 95)],
];

function rowsOf(one: Way, direct: Way | undefined): BenchRow[] {
  const rows: BenchRow[] = [];
  for (const [what, unit, of] of FIGURES) {
    const against = direct && { against: { what: 'directly', value: of(direct) } };
    rows.push({ what: `${one.name}: ${what}`, value: of(one), unit, ...against });
  }
  return rows;
}

export const poolerGroup: BenchGroup = {
  title: 'By way of PgBouncer',
  method:
    "From the upload until all documents are processed, on a PostgreSQL of this machine that flushes every commit: directly, by way of Debian's PgBouncer, and of one that keeps prepared statements if `PGBOUNCER` names it, both in transaction mode with four connections for the sixteen of the server. In turns, three rounds, each with a new database and a new server.",
  measure,
};
