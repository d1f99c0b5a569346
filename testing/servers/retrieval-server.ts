import { availableParallelism } from 'node:os';

import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';

import { createApp } from '@carrel/api/src/app.ts';
import { listen } from '@carrel/api/src/platform/http/serve.ts';
import { createLog } from '@carrel/api/src/platform/log.ts';
import { createWorkerPool } from '@carrel/api/src/extraction/workers/worker-pool.ts';
import { searchWords } from '@carrel/api/src/search-index/search-words.ts';
import { searchEngineOf } from '@carrel/api/src/content/search/search-engine.ts';
import { startServices } from '@carrel/api/src/services.ts';
import { readSettings } from '@carrel/api/src/platform/settings/settings.ts';
import { countDirectWrites, dropDirectWriteTriggers } from '../database/count-direct-writes.ts';
import { startTestPostgres } from '../postgres/test-postgres.ts';
import { measureLance } from '../retrieval/lance-words.ts';
import { readCollections, type Collection } from '../retrieval/collections.ts';
import { prose } from '../retrieval/prose.ts';
import { meanQuality, qualityOf } from '../retrieval/quality.ts';
import { seedIndex, type SeededDocument } from '../retrieval/seed-index.ts';
import { createBenchOwner } from './bench-owner.ts';

/**
 * A server for `pnpm bench retrieval`: the real application with datasets of several sizes, and a bare
 * route that ranks by `ts_rank` in SQL, without policies. It measures the quality of the rankings itself,
 * as a response has at most 50 results. When it listens, it sends its parent process a message.
 */
const SIZES = [755, 3700, 23_000, 100_000];
const CHUNKS_PER_DOCUMENT = 10;
const LANCE_QUERIES = 200;

const postgres =
  process.env['BENCH_POSTGRES'] === '1' ? startTestPostgres({ durable: true }) : undefined;
const end = () => {
  postgres?.close();
  process.exit(0);
};
process.once('SIGTERM', end);
process.once('disconnect', end);

const collections = readCollections();
const settings = readSettings({
  ...process.env,
  ...(postgres !== undefined && { DATABASE_URL: postgres.urlOf('postgres') }),
});
const log = createLog((line) => process.stdout.write(line));
const { dependencies } = await startServices(settings, log);
const { database } = dependencies;
await countDirectWrites(database);
const { organizationId, headers } = await createBenchOwner(dependencies);
const workers = createWorkerPool({
  size: availableParallelism(),
  idleMilliseconds: 1000,
  heapMegabytes: 512,
  memoryMegabytes: 1536,
});
const folding = { database, workers, log, isStopping: () => false };

const chunksOf = (count: number) => prose(collections, count);

function documentsOf(chunks: readonly string[]): SeededDocument[] {
  return Array.from({ length: Math.ceil(chunks.length / CHUNKS_PER_DOCUMENT) }, (_, index) => ({
    path: `document-${index}.txt`,
    chunks: chunks.slice(index * CHUNKS_PER_DOCUMENT, (index + 1) * CHUNKS_PER_DOCUMENT),
  }));
}

async function measureQuality({ name, documents, queries, grades }: Collection) {
  const datasetId = await seedIndex(
    folding,
    organizationId,
    name,
    documents.map(({ id, title, text }) => ({
      path: `${id}.txt`,
      chunks: [`${title}\n\n${text}`],
    })),
  );
  const rows = await database.query<{ id: string; path: string }>(
    'SELECT id, path FROM documents WHERE organization_id = $1 AND dataset_id = $2',
    [organizationId, datasetId],
  );
  const names = new Map(rows.map(({ id, path }) => [id, path.replace('.txt', '')]));
  const qualities = [];
  for (const { id, text: query } of queries) {
    const { candidates } = await searchWords(searchEngineOf(dependencies), {
      organizationId,
      datasetIds: [datasetId],
      query,
      limit: 100,
      explain: false,
    });
    const ranking = candidates.map(({ documentId }) => names.get(documentId) ?? '');
    qualities.push(qualityOf(ranking, grades.get(id) ?? new Map()));
  }
  return { name, ...meanQuality(qualities) };
}

const quality = [];
for (const collection of collections) quality.push(await measureQuality(collection));
await database.query('CREATE TABLE plain_chunks (dataset_id uuid, tsv tsvector)');
const datasets: { chunks: number; id: string }[] = [];
for (const size of SIZES) {
  const id = await seedIndex(folding, organizationId, String(size), documentsOf(chunksOf(size)));
  await database.query(
    `INSERT INTO plain_chunks SELECT d.dataset_id, to_tsvector('english', c.text)
     FROM documents d JOIN chunks c ON c.organization_id = d.organization_id AND c.document_id = d.id
     WHERE d.organization_id = $2 AND d.dataset_id = $1`,
    [id, organizationId],
  );
  datasets.push({ chunks: size, id });
}
await database.query('CREATE INDEX ON plain_chunks USING gin (tsv)');
const queries = collections.flatMap((each) => each.queries.map(({ text }) => text));
const lance =
  postgres === undefined
    ? undefined
    : await measureLance(chunksOf(SIZES.at(-1) ?? 0), queries.slice(0, LANCE_QUERIES));
await dropDirectWriteTriggers(database);
await database.query('ANALYZE');
workers.close();

const bare = new Hono();
bare.onError((error, c) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  return c.body(null, 500);
});
bare.post('/bare/search', async (c) => {
  const { query, dataset } = await c.req.json<{ query: string; dataset: string }>();
  return c.json(
    await database.query(
      `WITH words AS (
         SELECT string_agg(quote_literal(lexeme), ' | ')::tsquery AS q
         FROM unnest(to_tsvector('english', $1))
       )
       SELECT c.ctid::text, ts_rank(c.tsv, q) AS rank FROM plain_chunks c, words
       WHERE c.tsv @@ q AND c.dataset_id = $2 ORDER BY rank DESC LIMIT 10`,
      [query, dataset],
    ),
  );
});
const server = createAdaptorServer({ fetch: createApp(dependencies, bare).fetch });
await listen(server, settings);
process.send?.({
  url: `http://127.0.0.1:${settings.port}`,
  headers,
  datasets,
  quality,
  queries,
  lance,
});
