import { createHash } from 'node:crypto';

import {
  isMissing,
  StorageUnavailable,
  type ArchiveSource,
  type StorageLocation,
} from '../../platform/storage/archive-storage.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import type { EntryFacts } from '../zip/read-archive.ts';
import { loadTask, respond, sendPart, serveTasks } from '../../platform/workers/serve-tasks.ts';
import { isFinal } from '../tasks/is-final.ts';
import type { TaskName, Tasks } from '../tasks/tasks.ts';

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
      const { readDirectory } = await loadTask(import('../zip/read-directory.ts'));
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
      const { readArchive } = await loadTask(import('../zip/read-archive.ts'));
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
      const { NO_SIDECAR, readDocument, readSidecar } = await loadTask(
        import('../tasks/read-document.ts'),
      );
      if (sidecar === undefined) return readDocument(source, document, NO_SIDECAR);
      const beside = await withSource(storage, sidecar.key, async (other) => ({
        sidecar: await readSidecar(other, sidecar.location),
      })).catch(undefinedUnlessUnavailable);
      const read = await readDocument(source, document, beside?.sidecar);
      return beside === undefined ? { ...read, isSidecarGone: true } : read;
    }),

  unpack: ({ storage: location, key, ...input }) =>
    withSource(location, key, async (source) => {
      const { unpackContainers } = await loadTask(import('../tasks/unpack-containers.ts'));
      return unpackContainers({ source, storage: await openStorage(location) }, input);
    }),

  partitionText: async ({ text, name }) =>
    (await loadTask(import('../partition/partition.ts'))).partition(Buffer.from(text), name),

  readWebPage: async (input) =>
    (await loadTask(import('../web-pages/read-web-page.ts'))).readWebPage(input),

  recognize: ({ storage, key, ...input }) =>
    withSource(storage, key, async (source) =>
      (await loadTask(import('../tasks/recognize-pages.ts'))).recognizePages(
        source,
        input,
        (part) => respond({ type: 'part', part }),
      ),
    ),

  readDocuments: ({ storage, key, ...input }) =>
    withSource(storage, key, async (source) =>
      (await loadTask(import('../tasks/read-documents.ts'))).readDocuments(source, input, (part) =>
        respond({ type: 'part', part }),
      ),
    ),

  chunk: async (input) => (await loadTask(import('../tasks/chunk-text.ts'))).chunkText(input),
  signText: async ({ blocks }) =>
    (await loadTask(import('../signatures/sign-text.ts'))).signText(blocks),

  indexChunks: async (input) =>
    (await loadTask(import('../tasks/index-chunks.ts'))).indexChunks(input),

  changeChunks: async (input) =>
    (await loadTask(import('../tasks/change-chunks.ts'))).changeChunks(input),

  mergeSegments: async (input) =>
    (await loadTask(import('../../search-index/segments/merge-segments.ts'))).mergeSegments(input),
  locateChunks: async (input) =>
    (await loadTask(import('../chunking/locate-chunks.ts'))).locateChunks(input),
};

serveTasks(performers, (error) => {
  if (error instanceof StoredFileMissing) return { type: 'missing', key: error.key };
  if (error instanceof StorageUnavailable) return { type: 'unavailable', message: error.message };
  if (!isFinal(error)) return undefined;
  const notZip = 'kind' in error && error.kind === 'not_zip';
  const detail = error.cause instanceof Error ? error.cause.message : undefined;
  return { type: 'refused', message: error.message, detail, notZip };
});

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
