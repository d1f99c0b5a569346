import { createHash } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';

import {
  isMissing,
  StorageUnavailable,
  type ArchiveSource,
  type StorageLocation,
} from '../../platform/storage/archive-storage.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import type { EntryFacts } from '../zip/read-archive.ts';
import type { TaskName, Tasks, WorkerRequest, WorkerResponse } from '../tasks/tasks.ts';
import { isFinal } from '../tasks/worker-failure.ts';

/** Files in a part. */
const PART_ENTRIES = 500;
const HASH_READ_BYTES = 4 * 1024 * 1024;

type Performers = {
  [Name in TaskName]: (input: Tasks[Name]['input']) => Promise<Tasks[Name]['output']>;
};

/** Each task imports its modules when it first runs, as parsers are large. That is not counted as its time. */
const performers: Performers = {
  checkArchive: ({ storage, key, limits }) =>
    withSource(storage, key, async (source) => {
      const { readDirectory } = await load(import('../zip/read-directory.ts'));
      return { files: (await readDirectory(source, limits)).length };
    }),

  hashFile: ({ storage, key }) =>
    withSource(storage, key, async (source) => {
      respond({ type: 'loaded' });
      const hash = createHash('sha256');
      for (let at = 0; at < source.size; at += HASH_READ_BYTES) {
        hash.update(await source.read(at, Math.min(HASH_READ_BYTES, source.size - at)));
      }
      return { sha256: hash.digest('hex') };
    }),

  readArchive: ({ storage, key, limits }) =>
    withSource(storage, key, async (source) => {
      const { readArchive } = await load(import('../zip/read-archive.ts'));
      let part: EntryFacts[] = [];
      let files = 0;
      for await (const facts of readArchive(source, limits)) {
        files += 1;
        part.push(facts);
        if (part.length === PART_ENTRIES) {
          await sendPart(part);
          part = [];
        }
      }
      if (part.length > 0) await sendPart(part);
      return { files };
    }),

  // The file is opened before the parsers are imported, which takes long: it may be replaced meanwhile.
  partition: ({ storage, key, sidecar, ...document }) =>
    withSource(storage, key, async (source) => {
      const { readDocument, readSidecar } = await load(import('../tasks/read-document.ts'));
      if (sidecar === undefined) return readDocument(source, document, []);
      const beside = await withSource(storage, sidecar.key, (other) =>
        readSidecar(other, sidecar.location),
      ).catch(undefinedUnlessUnavailable);
      const read = await readDocument(source, document, beside ?? []);
      return beside === undefined ? { ...read, isSidecarGone: true } : read;
    }),

  unpack: ({ storage: location, key, ...input }) =>
    withSource(location, key, async (source) => {
      const { unpackContainers } = await load(import('../tasks/unpack-containers.ts'));
      return unpackContainers({ source, storage: await openStorage(location) }, input);
    }),

  partitionText: async ({ text, name }) =>
    (await load(import('../partition/partition.ts'))).partition(Buffer.from(text), name),

  recognize: ({ storage, key, ...input }) =>
    withSource(storage, key, async (source) =>
      (await load(import('../tasks/recognize-pages.ts'))).recognizePages(source, input, (part) =>
        respond({ type: 'part', part }),
      ),
    ),

  readDocuments: ({ storage, key, ...input }) =>
    withSource(storage, key, async (source) =>
      (await load(import('../tasks/read-documents.ts'))).readDocuments(source, input, (part) =>
        respond({ type: 'part', part }),
      ),
    ),

  chunk: async (input) =>
    (await load(import('../chunking/chunk-document.ts'))).chunkDocument(input),

  indexChunks: async (input) => (await load(import('../tasks/index-chunks.ts'))).indexChunks(input),

  mergeSegments: async (input) =>
    (await load(import('../../search-index/segments/merge-segments.ts'))).mergeSegments(input),
  locateChunks: async (input) =>
    (await load(import('../chunking/locate-chunks.ts'))).locateChunks(input),
};

let acknowledge: (() => void) | undefined;

process.on('disconnect', () => process.exit(0));
process.on('message', (request: WorkerRequest) => {
  if (request.type === 'acknowledged') acknowledge?.();
  else void perform(request);
});
dieWithParent();

const performed = new Set<TaskName>();

async function perform({ name, input }: Extract<WorkerRequest, { type: 'task' }>): Promise<void> {
  const performTask = performers[name] as (input: unknown) => Promise<unknown>;
  respond(
    await performTask(input).then((output): WorkerResponse => ({ type: 'done', output }), describe),
  );
  // A worker is killed rather than ended, and so would not write the modules of the task to the cache.
  if (!performed.has(name)) flushCompileCache();
  performed.add(name);
}

/** Tells that the modules of a task are there, after which its limits count. */
async function load<Module>(module: Promise<Module>): Promise<Module> {
  const loaded = await module;
  respond({ type: 'loaded' });
  return loaded;
}

/** Sends one part at a time: a slow parent slows reading down (back-pressure). */
function sendPart(part: EntryFacts[]): Promise<void> {
  return new Promise((resolve) => {
    acknowledge = resolve;
    respond({ type: 'part', part });
  });
}

function respond(message: WorkerResponse): void {
  process.send?.(message);
}

function describe(error: unknown): WorkerResponse {
  if (!(error instanceof Error)) return { type: 'failed', message: String(error) };
  if (error instanceof StoredFileMissing) return { type: 'missing', key: error.key };
  if (error instanceof StorageUnavailable) return { type: 'unavailable', message: error.message };
  if (!isFinal(error)) return { type: 'failed', message: error.message };
  const notZip = 'kind' in error && error.kind === 'not_zip';
  const detail = error.cause instanceof Error ? error.cause.message : undefined;
  return { type: 'refused', message: error.message, detail, notZip };
}

/** Another file than the document's may be gone. */
function undefinedUnlessUnavailable(error: unknown): undefined {
  if (error instanceof StorageUnavailable) throw error;
}

class StoredFileMissing extends Error {
  readonly key: string;

  constructor(key: string) {
    super(`The storage has no file "${key}"`);
    this.key = key;
  }
}

async function withSource<T>(
  location: StorageLocation,
  key: string,
  work: (source: ArchiveSource) => Promise<T>,
): Promise<T> {
  // A store that never responds has the task's limits as well, which count anew once its modules are loaded.
  respond({ type: 'loaded' });
  const storage = await openStorage(location);
  const source = await storage.open(key).catch((error: unknown) => {
    throw isMissing(error) ? new StoredFileMissing(key) : error;
  });
  try {
    return await work(source);
  } finally {
    await source.close();
  }
}

/** Ends this process with its parent. A parser may never return, so another thread watches. */
function dieWithParent(): void {
  const watch = `
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
    }, 1000);
  `;
  new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
}
