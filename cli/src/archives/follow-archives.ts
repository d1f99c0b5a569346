import type { PathOutcome } from '@carrel/shared/packing';

import { printable } from '../terminal/printable.ts';
import { awaitDocuments, awaitMerge } from './await-archive.ts';
import type { CommandContext, SyncOptions } from '../sync/command-context.ts';
import { exitCodeOf, joinReceipts } from '../sync/outcome.ts';
import type { CommandOutcome, FailedDocument } from '../sync/outcome.ts';
import { findFailed, readReceipt } from '../sync/remote-dataset.ts';

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
    receipts.push(await readReceipt(client, place, id));
  }
  const receipt = joinReceipts(receipts, refused);
  if (!isWaiting) return { receipt, failed: [], exit_code: exitCodeOf(receipt, []) };
  for (const id of archives) await awaitDocuments(context, id);
  const brought = new Set(
    receipt.entries
      .filter(({ outcome }) => outcome === 'added' || outcome === 'changed')
      .map(({ path }) => path),
  );
  const failed = (await findFailed(client, place))
    .filter(({ path }) => brought.has(path))
    .map(({ path, error }): FailedDocument => ({ path, error: error ?? 'Processing failed.' }));
  return { receipt, failed, exit_code: exitCodeOf(receipt, failed) };
}

/** Lists documents that failed. */
export const listFailed = (failed: readonly FailedDocument[]): string =>
  failed.map(({ path, error }) => `  ! ${printable(path)}: ${printable(error)}`).join('\n');
