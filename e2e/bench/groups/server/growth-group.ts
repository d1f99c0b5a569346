import type { Database } from '@carrel/api/database';
import { DISTRIBUTED_TABLES, openPostgres } from '@carrel/api/database';
import { startTestPostgres } from '@carrel/testing/postgres/test-postgres.ts';
import { ServerProcess } from '../../../support/servers/server.ts';
import { logNormalSizes, scaledTo, seededRandom, type Random } from '../../growth/draws.ts';
import { placeByHash, placeBySize } from '../../growth/placement.ts';
import { zipOfProse } from '../../growth/prose.ts';
import { measureIngestion } from '../../load/ingestion.ts';
import { median, type BenchGroup, type BenchRow } from '../../report/bench-row.ts';

const MEASURED = 4000;
const LENGTHS = { count: MEASURED, mean: 4000, sigma: 1 };
const DOCUMENTS = 100_000_000;
const ORGANIZATIONS = 10_000;
/** Spreads of the organizations' sizes: with 2, the largest of 10,000 has some 200 times the mean. */
const SIGMAS = [1, 2];
const LARGEST_SIGMA = 2;
const WORKERS = [4, 8, 16];
const SHARDS = [32, 256];
const DRAWS = 25;
const SEED = 1;
const [KIBIBYTE, GIBIBYTE, TEBIBYTE] = [1024, 1024 ** 3, 1024 ** 4];
const DAY_SECONDS = 86_400;

/** Bytes of a table with its indexes, by its name. */
type Sizes = ReadonlyMap<string, number>;

async function readSizes(database: Database): Promise<Sizes> {
  await database.query('VACUUM FULL');
  const tables = await database.query<{ name: string; bytes: number }>(
    `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  return new Map(tables.map(({ name, bytes }) => [name, bytes]));
}

/** Waits until the words of all documents are in segments. */
async function waitUntilCompacted(database: Database): Promise<void> {
  const isFolded = async () =>
    (await database.query('SELECT 1 FROM search_parts LIMIT 1')).length === 0;
  while (!(await isFolded())) await new Promise((resolve) => setTimeout(resolve, 500));
}

/** Processes texts, and returns what their tables take, without what an empty database takes. */
async function measureSizes(): Promise<{ perSecond: number; sizes: Sizes }> {
  const postgres = startTestPostgres({ durable: true });
  const url = postgres.urlOf('postgres');
  const server = await ServerProcess.start({ DATABASE_URL: url });
  const database = await openPostgres(url);
  try {
    const empty = await readSizes(database);
    const lengths = logNormalSizes(seededRandom(SEED), LENGTHS);
    const figures = await measureIngestion(server, zipOfProse(seededRandom(SEED), lengths), {
      copies: 1,
      documents: MEASURED,
    });
    await waitUntilCompacted(database);
    const full = await readSizes(database);
    const grown = [...full].map(([name, bytes]) => [name, bytes - (empty.get(name) ?? 0)] as const);
    return { perSecond: MEASURED / figures.seconds, sizes: new Map(grown) };
  } finally {
    await server.stop();
    await database.close();
    postgres.close();
  }
}

/** Bytes of some tables, a document. */
function perDocument(sizes: Sizes, isCounted: (table: string) => boolean): number {
  const bytes = [...sizes].filter(([name]) => isCounted(name)).map(([, size]) => size);
  return bytes.reduce((sum, size) => sum + size, 0) / MEASURED;
}

/** Returns the result of each draw. */
const draws = (drawOne: (random: Random) => number): number[] =>
  Array.from({ length: DRAWS }, (_, draw) => drawOne(seededRandom(SEED + draw)));

/** Returns the documents of each organization. */
const organizationsOf = (random: Random, sigma: number): number[] =>
  scaledTo(logNormalSizes(random, { count: ORGANIZATIONS, mean: 1, sigma }), DOCUMENTS);

function placementRows(contents: number): BenchRow[] {
  const total = (contents * DOCUMENTS) / TEBIBYTE;
  const rows: BenchRow[] = [];
  for (const sigma of SIGMAS) {
    for (const workers of WORKERS) {
      for (const [how, place] of [
        ['by hash', placeByHash],
        ['by size', placeBySize],
      ] as const) {
        for (const shards of SHARDS) {
          const samples = draws((random) => {
            const sizes = organizationsOf(random, sigma);
            return (place(random, sizes, { shards, workers }) * total) / workers;
          });
          rows.push({
            what: `largest of ${workers} workers, ${shards} shards ${how}, sizes with σ ${sigma}`,
            value: median(samples),
            unit: 'TiB',
            against: { what: 'mean', value: total / workers },
            samples,
          });
        }
      }
    }
  }
  return rows;
}

async function measure(): Promise<BenchRow[]> {
  const { perSecond, sizes } = await measureSizes();
  const distributed = new Set<string>(DISTRIBUTED_TABLES);
  const contents = perDocument(sizes, (table) => distributed.has(table));
  const others = perDocument(sizes, (table) => !distributed.has(table));
  const words = perDocument(sizes, (table) => table.startsWith('search_'));
  const largest = median(draws((random) => Math.max(...organizationsOf(random, LARGEST_SIGMA))));
  return [
    {
      what: 'texts of 4,000 characters (σ 1), processed by one instance',
      value: perSecond,
      unit: '/s',
    },
    ...[...sizes]
      .filter(([, bytes]) => bytes / MEASURED >= 8)
      .map(([name, bytes]): BenchRow => ({
        what: `\`${name}\`, a document`,
        value: bytes / MEASURED / KIBIBYTE,
        unit: 'KiB',
      })),
    { what: '100 million: contents', value: (contents * DOCUMENTS) / TEBIBYTE, unit: 'TiB' },
    { what: '100 million: all other tables', value: (others * DOCUMENTS) / GIBIBYTE, unit: 'GiB' },
    { what: '100 million: index of words', value: (words * DOCUMENTS) / GIBIBYTE, unit: 'GiB' },
    {
      what: '100 million: days of one instance',
      value: DOCUMENTS / perSecond / DAY_SECONDS,
      unit: 'd',
    },
    {
      what: 'contents of the largest organization, sizes with σ 2',
      value: (largest * contents) / GIBIBYTE,
      unit: 'GiB',
    },
    ...placementRows(contents),
  ];
}

export const growthGroup: BenchGroup = {
  title: '100 million documents',
  method:
    'Measured: texts of log-normal lengths, of words that are as frequent as in a language, processed with fsync on PostgreSQL; then bytes of each table after VACUUM FULL. Simulated from these: 10,000 organizations of log-normal sizes, placed on the workers of a cluster; medians of 25 draws.',
  measure,
};
