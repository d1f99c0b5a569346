import type { PathOutcome } from './plan-upload.ts';

/** Returns what there is to say of an outcome: why, and where its document is. `show` is how a path is shown. */
export function outcomeNote(
  { reason, moved_to: to, moved_from: from }: PathOutcome,
  show: (path: string) => string,
): string {
  return [
    reason ?? '',
    to === undefined ? '' : `The document was moved to ${show(to)}.`,
    from === undefined ? '' : `The document is moved back here from ${show(from)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
