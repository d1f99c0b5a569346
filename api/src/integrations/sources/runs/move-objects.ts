import type { ClaimedRun } from './claimed-run.ts';
import type { Sending } from './send-archive.ts';

/** Moves documents of objects that were renamed at the source. Returns false where none is left. */
export function moveNext(
  _: Pick<Sending, 'database' | 'queue'>,
  _run: ClaimedRun,
): Promise<boolean> {
  return Promise.resolve(false);
}
