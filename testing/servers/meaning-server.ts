import { once } from 'node:events';
import { availableParallelism } from 'node:os';

import { createAdaptorServer } from '@hono/node-server';

import { createApp } from '@carrel/api/src/app.ts';
import { createWorkerPool } from '@carrel/api/src/extraction/workers/worker-pool.ts';
import { batchesOf } from '@carrel/api/src/models/local/onnx/batches.ts';
import { openEncoder } from '@carrel/api/src/models/local/onnx/encoder.ts';
import { readModelFolder } from '@carrel/api/src/models/local/folder/model-files.ts';
import { embeddingsOf } from '@carrel/api/src/models/embeddings.ts';
import { sendOutdatedDatasets } from '@carrel/api/src/processing/jobs/model-change/embed-dataset-job.ts';
import { listen } from '@carrel/api/src/platform/http/serve.ts';
import { createLog } from '@carrel/api/src/platform/log.ts';
import { readSettings } from '@carrel/api/src/platform/settings/settings.ts';
import { startServices } from '@carrel/api/src/services.ts';
import { countDirectWrites, dropDirectWriteTriggers } from '../database/count-direct-writes.ts';
import { readCollections } from '../retrieval/collections.ts';
import { prose } from '../retrieval/prose.ts';
import { seedIndex, type SeededDocument } from '../retrieval/seed-index.ts';
import { createBenchOwner } from './bench-owner.ts';

/**
 * A server for `pnpm bench retrieval` with the model of EMBEDDINGS_MODEL: the judged collections, a document a chunk,
 * and a dataset of prose, all embedded. It sends its parent process a message when it listens. After one from it, it
 * embeds some more, and sends another when that is done.
 */
const CHUNKS = 23_000;
const MORE = 2000;
const CHUNKS_PER_DOCUMENT = 10;
/** Texts that the runtime alone is measured with. */
const ALONE = 400;
const LOOK_MILLISECONDS = 250;

process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));

const settings = readSettings(process.env);
const log = createLog((line) => process.stdout.write(line));
const collections = readCollections();
const chunks = prose(collections, CHUNKS + MORE);

const seconds = (since: number) => (performance.now() - since) / 1000;

/** Texts a second of the runtime in a loop over batches of like length, after a first one. */
async function measureAlone(texts: readonly string[]): Promise<number> {
  const files = await readModelFolder(settings.embeddings?.model ?? '');
  const encode = await openEncoder(files, availableParallelism());
  const batches = batchesOf(texts.map(({ length }) => Math.ceil(length / 4)));
  await encode(texts.slice(0, 8));
  const began = performance.now();
  for (const batch of batches) await encode(batch.map((at) => texts[at] ?? ''));
  return texts.length / seconds(began);
}

const documentsOf = (texts: readonly string[], name: string): SeededDocument[] =>
  Array.from({ length: Math.ceil(texts.length / CHUNKS_PER_DOCUMENT) }, (_, index) => ({
    path: `${name}-${index}.txt`,
    chunks: texts.slice(index * CHUNKS_PER_DOCUMENT, (index + 1) * CHUNKS_PER_DOCUMENT),
  }));

const alone = await measureAlone(chunks.slice(0, ALONE));
const { dependencies } = await startServices(settings, log);
const { database, queue } = dependencies;
const embeddings = embeddingsOf(dependencies);
await embeddings?.ready;
await countDirectWrites(database);
const { organizationId, headers } = await createBenchOwner(dependencies);
const workers = createWorkerPool({
  size: availableParallelism(),
  idleMilliseconds: 1000,
  heapMegabytes: 512,
  memoryMegabytes: 1536,
});
const folding = { database, workers, log, isStopping: () => false };

/** Embeds what has no vectors, and returns the seconds that it took. */
async function embedAll(): Promise<number> {
  const began = performance.now();
  await sendOutdatedDatasets({ database, queue, model: embeddings?.current()?.model });
  for (;;) {
    const [row] = await database.query<{ left: number }>(
      'SELECT count(*)::integer AS left FROM dataset_models WHERE NOT complete',
    );
    if (row?.left === 0) return seconds(began);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS));
  }
}

const judged = [];
for (const { name, documents, queries, grades } of collections) {
  const id = await seedIndex(
    folding,
    organizationId,
    name,
    documents.map(({ id: document, title, text }) => ({
      path: `${document}.txt`,
      chunks: [`${title}\n\n${text}`],
    })),
  );
  judged.push({
    id,
    name,
    queries: queries.map((query) => ({
      text: query.text,
      grades: [...(grades.get(query.id) ?? [])],
    })),
  });
}
await embedAll();
const proseId = await seedIndex(
  folding,
  organizationId,
  'Prose',
  documentsOf(chunks.slice(0, CHUNKS), 'prose'),
);
const inside = CHUNKS / (await embedAll());
await dropDirectWriteTriggers(database);
await database.query('ANALYZE');

const server = createAdaptorServer({ fetch: createApp(dependencies).fetch });
await listen(server, settings);
const url = `http://127.0.0.1:${settings.port}`;
process.send?.({ url, headers, judged, prose: proseId, rates: { alone, inside } });
await once(process, 'message');
await countDirectWrites(database);
await seedIndex(folding, organizationId, 'More', documentsOf(chunks.slice(CHUNKS), 'more'));
workers.close();
await embedAll();
process.send?.({ done: true });
