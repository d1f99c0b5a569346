import { setTimeout as pause } from 'node:timers/promises';

import { Failure } from '../exit-codes.ts';
import { counted } from '../terminal/printable.ts';
import type { CommandContext } from '../sync/command-context.ts';
import { countWaiting, findArchive, isGone } from '../sync/remote-dataset.ts';

const SHORTEST_MS = 300;
const LONGEST_MS = 5000;

/** Returns the waits between looks: longer each time. */
function* waits(): Generator<number> {
  for (let wait = SHORTEST_MS; ; wait = Math.min(LONGEST_MS, wait * 1.5)) yield wait;
}

/** Waits until an archive is merged into its dataset. @throws {Failure} with the reason if it was refused. */
export async function awaitMerge(
  { client, terminal, place, signal }: CommandContext,
  archiveId: string,
): Promise<void> {
  for (const wait of waits()) {
    const archive = await findArchive(client, place, archiveId).catch((error: unknown) => {
      throw isGone(error) ? new Failure('The dataset was deleted.') : error;
    });
    if (archive.status === 'failed') {
      throw new Failure(archive.error ?? 'The archive was refused, and nothing was changed.');
    }
    if (archive.status !== 'pending' && archive.status !== 'processing') return;
    const state = archive.paused === true ? 'The archive is paused' : 'Waiting for the merge';
    terminal.progress(`${state} ...`);
    await pause(wait, undefined, { signal });
  }
}

/** Waits until all documents of an archive are processed, or have failed. */
export async function awaitDocuments(
  { client, terminal, place, signal }: CommandContext,
  archiveId: string,
): Promise<void> {
  for (const wait of waits()) {
    const waiting = await countWaiting(client, place, archiveId);
    if (waiting === 0) return;
    terminal.progress(`Processing ${counted(waiting, 'document')} ...`);
    await pause(wait, undefined, { signal });
  }
}
