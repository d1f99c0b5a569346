import { isHttpError } from '@carrel/client';
import type { ReadyProgress } from '@carrel/client';
import type { PathOutcome } from '@carrel/shared/packing';

import { Failure } from '../exit-codes.ts';
import { counted, printable } from '../printable.ts';
import type { CommandContext, SyncOptions } from '../command-context.ts';
import { exitCodeOf, joinReceipts } from '../outcome.ts';
import type { CommandOutcome, FailedDocument } from '../outcome.ts';

type Followed = Pick<CommandOutcome, 'receipt' | 'failed' | 'exit_code'>;

/** Waits for what archives do, and returns it. `refused` are the files that were not sent with a reason. */
export async function followArchives(
  context: CommandContext,
  archives: readonly string[],
  refused: readonly PathOutcome[],
  { isWaiting }: Pick<SyncOptions, 'isWaiting'>,
): Promise<Followed> {
  const { client, place } = context;
  const receipts = [];
  for (const id of archives) {
    await awaitMerge(context, id);
    receipts.push({ entries: await client.archives.entries(place.id, id).all() });
  }
  const receipt = joinReceipts(receipts, refused);
  if (!isWaiting) return { receipt, failed: [], exit_code: exitCodeOf(receipt, []) };
  for (const id of archives) await awaitDocuments(context, id);
  const brought = new Set(
    receipt.entries
      .filter(({ outcome }) => outcome === 'added' || outcome === 'changed')
      .map(({ path }) => path),
  );
  const failed = (await client.documents.list(place.id, { status: 'failed' }).all())
    .filter(({ path }) => brought.has(path))
    .map(({ path, error }): FailedDocument => ({ path, error: error ?? 'Processing failed.' }));
  return { receipt, failed, exit_code: exitCodeOf(receipt, failed) };
}

/** Waits until an archive is merged into its dataset. @throws {Failure} with the reason if it was refused. */
async function awaitMerge(
  { client, terminal, place }: CommandContext,
  archiveId: string,
): Promise<void> {
  const onProgress = ({ state }: ReadyProgress) =>
    terminal.progress(
      state === 'paused' ? 'The archive is paused ...' : 'Waiting for the merge ...',
    );
  const archive = await client.uploads
    .waitUntilMerged(place.id, archiveId, { onProgress })
    .catch((error: unknown) => {
      throw isHttpError(error, 404)
        ? new Failure('The archive or its dataset was deleted before it was merged.')
        : error;
    });
  if (archive.status !== 'failed') return;
  throw new Failure(archive.error ?? 'The archive was refused, and nothing was changed.');
}

/** Waits until all documents of an archive are processed, or have failed. */
async function awaitDocuments(
  { client, terminal, place }: CommandContext,
  archiveId: string,
): Promise<void> {
  await client.uploads.waitUntilReady(place.id, archiveId, {
    onProgress: (progress) => {
      if (progress.state !== 'processing') return;
      terminal.progress(`Processing ${counted(progress.documents, 'document')} ...`);
    },
  });
}

/** Lists documents that failed. */
export const listFailed = (failed: readonly FailedDocument[]): string =>
  failed.map(({ path, error }) => `  ! ${printable(path)}: ${printable(error)}`).join('\n');
