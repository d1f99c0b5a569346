import * as v from 'valibot';

import { defineJob, type Slice, type Unfinished } from '../../../jobs/job.ts';
import type { LocatedChunk } from '../../../extraction/chunking/locate-chunks.ts';
import type { Block } from '../../../extraction/blocks/block.ts';
import type { PipelineContext, PipelineJobContext } from '../../context/pipeline-context.ts';
import { loadBlocks, loadChunks } from '../../rows/claimed-document.ts';
import { taskLimits } from '../../../extraction/workers/document-allowance.ts';
import {
  PoolClosed,
  TaskRefused,
  WorkerFailure,
} from '../../../platform/workers/worker-failure.ts';
import {
  nextDocuments,
  rememberEnd,
  rememberLast,
  writePositions,
  type UnlocatedDocument,
} from './unlocated-documents.ts';

/** Documents looked at by one statement. */
const DOCUMENTS_AT_ONCE = 50;

const NAME = 'locate-chunks';

type Locating = Pick<
  PipelineContext,
  'database' | 'storage' | 'workers' | 'log' | 'allowance' | 'isStopping'
>;

/**
 * Finds where the chunks are that were stored before their positions were: in the stored blocks of their
 * document, or else in its bytes, partitioned again. A run continues after the last one.
 */
export const locateChunksJob = defineJob({
  name: NAME,
  payload: v.object({ organizationId: v.pipe(v.string(), v.uuid()) }),
  due: ({ pipeline }: PipelineJobContext) => sendLocateJobs(pipeline),
  handle: ({ pipeline }: PipelineJobContext, { organizationId }, slice) =>
    locateSome(pipeline, organizationId, slice),
});

/** Sends a job for each organization that has chunks to locate, unless there is one already. */
export async function sendLocateJobs({
  database,
  queue,
}: Pick<PipelineContext, 'database' | 'queue'>): Promise<void> {
  await database.transaction(async (tx) => {
    const organizations = await tx.query<{ id: string }>(
      `SELECT l.organization_id AS id FROM chunk_locating l
       WHERE NOT EXISTS (
         SELECT FROM jobs j WHERE j.name = $1 AND j.organization_id = l.organization_id
       ) FOR UPDATE OF l SKIP LOCKED`,
      [NAME],
    );
    const payloads = organizations.map(({ id }) => ({ organizationId: id }));
    await locateChunksJob.sendMany(queue, tx, payloads);
  });
}

/** Repeated until no document is left. */
export async function locateSome(
  locating: Locating,
  organizationId: string,
  slice: Slice,
): Promise<Unfinished | undefined> {
  const { database } = locating;
  do {
    const page = await nextDocuments(database, organizationId, DOCUMENTS_AT_ONCE);
    if (page === undefined) {
      await rememberEnd(database, organizationId);
      return undefined;
    }
    for (const document of page.documents) await locateDocument(locating, document);
    await rememberLast(database, organizationId, page.last);
  } while (!slice.isOver());
  return { repeatAfterSeconds: 0 };
}

async function locateDocument(locating: Locating, document: UnlocatedDocument): Promise<void> {
  if (locating.isStopping()) throw new PoolClosed('The server is stopping');
  const texts = (await loadChunks(locating.database, document)).map(({ text }) => text);
  const blocks = await loadBlocks(locating.database, document);
  let found = await findIn(locating, document, texts, () => Promise.resolve(blocks));
  if (found.length < texts.length && document.bytes !== undefined) {
    const { bytes } = document;
    const again = await findIn(locating, document, texts, () =>
      partition(locating, document, bytes),
    );
    if (again.length > found.length) found = again;
  }
  await writePositions(locating.database, document, found);
}

/** Finds nothing in a document that cannot be read, or over which the worker dies. */
async function findIn(
  { workers, log, allowance }: Locating,
  { id, settings, organizationId, bytes }: UnlocatedDocument,
  texts: readonly string[],
  read: () => Promise<readonly Block[]>,
): Promise<LocatedChunk[]> {
  try {
    const blocks = await read();
    if (blocks.length === 0) return [];
    return await workers.run(
      'locateChunks',
      { blocks, texts, settings },
      { ...taskLimits(allowance, bytes?.location.size ?? 0), owner: { id: organizationId } },
    );
  } catch (error) {
    if (!(error instanceof WorkerFailure || error instanceof TaskRefused)) throw error;
    log.warn('chunks were not located', { document_id: id, reason: error.message });
    return [];
  }
}

function partition(
  { workers, storage, allowance }: Locating,
  { name, organizationId }: UnlocatedDocument,
  { key, location }: NonNullable<UnlocatedDocument['bytes']>,
): Promise<Block[]> {
  return workers
    .run(
      'partition',
      { storage: storage.location, key, location, name },
      { ...taskLimits(allowance, location.size), owner: { id: organizationId } },
    )
    .then(({ blocks }) => blocks);
}
