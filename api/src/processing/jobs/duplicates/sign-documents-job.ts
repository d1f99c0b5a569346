import * as v from 'valibot';

import type { Block } from '../../../extraction/blocks/block.ts';
import type { TextSignature } from '../../../extraction/signatures/sign-text.ts';
import { taskLimits } from '../../../extraction/workers/document-allowance.ts';
import { defineJob, type Slice, type Unfinished } from '../../../jobs/job.ts';
import {
  PoolClosed,
  TaskRefused,
  WorkerFailure,
} from '../../../platform/workers/worker-failure.ts';
import type { PipelineContext, PipelineJobContext } from '../../context/pipeline-context.ts';
import { loadBlocks } from '../../rows/claimed-document.ts';
import { findDuplicatesJob } from './find-duplicates-job.ts';
import {
  nextUnsigned,
  rememberAllSigned,
  rememberSigned,
  writeSignature,
  type UnsignedDocument,
} from './unsigned-documents.ts';

/** Documents looked at by one statement. */
const DOCUMENTS_AT_ONCE = 50;

const NAME = 'sign-documents';

type Signing = Pick<
  PipelineContext,
  'database' | 'queue' | 'storage' | 'workers' | 'log' | 'allowance' | 'isStopping'
>;

/**
 * Signs the texts of documents that were processed before there were signatures: as they were kept, or else read again
 * from their bytes. A run continues after the last one.
 */
export const signDocumentsJob = defineJob({
  name: NAME,
  payload: v.object({ organizationId: v.pipe(v.string(), v.uuid()) }),
  due: ({ pipeline }: PipelineJobContext) => sendSignJobs(pipeline),
  handle: ({ pipeline }: PipelineJobContext, { organizationId }, slice) =>
    signSome(pipeline, organizationId, slice),
});

/** Sends a job for each organization that has documents to sign. */
export async function sendSignJobs({
  database,
  queue,
}: Pick<PipelineContext, 'database' | 'queue'>): Promise<void> {
  const organizations = await database.query<{ organizationId: string }>(
    'SELECT organization_id AS "organizationId" FROM signature_backlog',
  );
  for (const payload of organizations) await signDocumentsJob.send(queue, payload);
}

/** Repeated until no document is left. */
export async function signSome(
  signing: Signing,
  organizationId: string,
  slice: Slice,
): Promise<Unfinished | undefined> {
  const { database, queue } = signing;
  do {
    const page = await nextUnsigned(database, organizationId, DOCUMENTS_AT_ONCE);
    if (page === undefined) {
      await rememberAllSigned(database, organizationId);
      return undefined;
    }
    for (const document of page.documents) {
      await writeSignature(database, document, await sign(signing, document));
    }
    await rememberSigned(database, organizationId, page.last);
    if (page.documents.length > 0) await findDuplicatesJob.send(queue, { organizationId });
  } while (!slice.isOver());
  return { repeatAfterSeconds: 0 };
}

/** Undefined for a document without a text, or over which the worker dies. */
async function sign(
  signing: Signing,
  document: UnsignedDocument,
): Promise<TextSignature | undefined> {
  const { database, workers, allowance, log, isStopping } = signing;
  if (isStopping()) throw new PoolClosed('The server is stopping');
  const { id, organizationId, chunkAttempt, bytes } = document;
  if (chunkAttempt === null) return undefined;
  const options = {
    ...taskLimits(allowance, bytes?.location.size ?? 0),
    owner: { id: organizationId },
  };
  try {
    let blocks: Block[] = await loadBlocks(database, document);
    if (blocks.length === 0 && bytes !== undefined) {
      const { key, location } = bytes;
      const { name } = document;
      const input = { storage: signing.storage.location, key, location, name };
      ({ blocks } = await workers.run('partition', input, options));
    }
    return await workers.run('signText', { blocks }, options);
  } catch (error) {
    if (!(error instanceof WorkerFailure || error instanceof TaskRefused)) throw error;
    log.warn('a text was not signed', { document_id: id, reason: error.message });
    return undefined;
  }
}
