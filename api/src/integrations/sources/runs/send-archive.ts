import { createHash, randomUUID } from 'node:crypto';

import type { Queryable } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { requireRoom } from '../../../platform/quotas/require-room.ts';
import type { Quotas } from '../../../platform/quotas/quota-repository.ts';
import { archivesOf } from '../../../content/archives/archive-repository.ts';
import {
  receiveArchive,
  type ArchiveReceiver,
} from '../../../content/archives/uploads/receive-archive.ts';
import { WRITE_OPTIONS } from '../../../content/archives/writes/record-removals.ts';
import { zipStream } from '../../../extraction/zip/zip-stream.ts';
import { requestJob } from '../../../processing/rows/request-job.ts';
import { SourceError } from '../source-error.ts';
import { countRun, RunTaken, runStep, type ClaimedRun } from './claimed-run.ts';

const OF_NOTHING = createHash('sha256').digest('hex');

export interface Sending {
  database: Database;
  queue: Queue;
  quotas: Quotas;
  receiver: ArchiveReceiver;
}

/** A file of an archive: the path of its document, and its bytes. */
export interface SentFile {
  key: string;
  path: string;
  bytes: Uint8Array | AsyncIterable<Uint8Array>;
}

/**
 * Sends files as an archive of the run. Its row and what it says of its objects are one transaction: after a kill, both
 * are there or none. @throws {SourceError} `quota`
 */
export async function sendFiles(
  sending: Sending,
  run: ClaimedRun,
  files: readonly SentFile[],
): Promise<void> {
  const { receiver } = sending;
  const zip = zipStream(async (writer) => {
    for (const { path, bytes } of files) {
      const stream =
        bytes instanceof Uint8Array ? ReadableStream.from([bytes]) : ReadableStream.from(bytes);
      await writer.add(path, stream);
    }
  });
  const from = {
    storage: receiver.storage,
    check: receiver.checkPacked,
    maxBytes: receiver.maxBytes,
  };
  try {
    await receiveArchive(from, zip, ({ id, size, sha256 }) =>
      runStep(sending.database, run, async (tx) => {
        await record(tx, sending, run, { id, size, sha256, removes: [] });
        await tx.query(
          `UPDATE source_objects o SET state = 'sent', archive_id = $3, sent_path = f.path, content = NULL
           FROM unnest($4::text[], $5::text[]) AS f (key, path)
           WHERE o.organization_id = $1 AND o.source_id = $2 AND o.key = f.key`,
          [
            run.organizationId,
            run.sourceId,
            id,
            files.map(({ key }) => key),
            files.map(({ path }) => path),
          ],
        );
        await countRun(tx, run, { bytes: size, read: files.length });
      }),
    );
    run.read += files.length;
  } catch (error) {
    throw runError(error);
  }
}

/** The same for documents that are removed, by their paths. */
export async function sendRemovals(
  sending: Sending,
  run: ClaimedRun,
  objects: readonly { key: string; path: string }[],
): Promise<void> {
  const id = randomUUID();
  await runStep(sending.database, run, async (tx) => {
    const removes = objects.map(({ path }) => path);
    await record(tx, sending, run, { id, size: 0, sha256: OF_NOTHING, removes });
    await tx.query(
      `UPDATE source_objects o SET archive_id = $3, sent_path = f.path
       FROM unnest($4::text[], $5::text[]) AS f (key, path)
       WHERE o.organization_id = $1 AND o.source_id = $2 AND o.key = f.key`,
      [run.organizationId, run.sourceId, id, objects.map(({ key }) => key), removes],
    );
  });
}

async function record(
  tx: Queryable,
  { queue, quotas }: Sending,
  run: ClaimedRun,
  archive: { id: string; size: number; sha256: string; removes: readonly string[] },
): Promise<void> {
  const { organizationId, datasetId } = run;
  const { removes, ...stored } = archive;
  if (stored.size > 0) await requireRoom(tx, { organizationId, quotas }, 'bytes', stored.size);
  const isThere = await archivesOf(tx, organizationId).create({
    ...stored,
    datasetId,
    name: run.source.name,
    ...WRITE_OPTIONS,
    writes: { conditions: {}, removes },
    source: { sourceId: run.sourceId, runId: run.runId },
  });
  if (!isThere) throw new RunTaken('The dataset was deleted');
  await requestJob(queue, organizationId, 'ingest', tx);
}

/** A quota or a limit that refuses an archive ends the run with its sentence. */
function runError(error: unknown): unknown {
  if (!(error instanceof Problem) || error.status >= 500) return error;
  return new SourceError('quota', { message: error.message, cause: error });
}
