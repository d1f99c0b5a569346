import type { Archive, ArchiveProgress, DatasetProgress, Stalled } from '@carrel/shared/contract';

import { rateOf, rateText, timeLeft } from '@carrel/shared/work';
import type { Reading } from '@carrel/shared/work';

export { stalledText } from '@carrel/shared/work';

const count = (number: number) => number.toLocaleString('en-US');
const joined = (parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join(' · ');
const several = (number: number, noun: string) =>
  number === 1 ? `1 ${noun}` : `${count(number)} ${noun}s`;

/** Returns what follows the name of a stalled document where there are more. */
export const stalledOthers = ({ documents }: Stalled): string =>
  documents < 2 ? '' : ` and ${several(documents - 1, 'other')}`;

/**
 * Returns how far the work on an archive is, such as "12,400 of 20,000 waiting" and "385/s · about 1 min left",
 * where the second is not known at first.
 */
export function archiveTexts(
  { counts, status }: Pick<Archive, 'counts' | 'status'>,
  progress: ArchiveProgress,
  readings: readonly Reading[] | undefined,
): readonly string[] {
  const { waiting, ahead, paused, cancelling } = progress;
  if (cancelling) return waiting === 0 ? [] : [`${count(waiting)} left`];
  if (status === 'pending' && ahead.archives > 0) {
    return [`${several(ahead.archives, 'archive')} before it`];
  }
  const files = counts === null || counts === undefined ? 0 : counts.added + counts.changed;
  const waits =
    files > waiting ? `${count(waiting)} of ${count(files)} waiting` : `${count(waiting)} waiting`;
  if (waiting === 0) return [];
  if (paused || status === 'pending') return [waits];
  const rate = rateOf(readings ?? []);
  return [waits, joined([rateText(rate), timeLeft(waiting, rate)])];
}

/** Returns how far the work on a dataset is, such as "1,240 waiting · 385/s · about 3 min left". */
export function datasetText(
  { waiting, paused }: DatasetProgress['dataset'],
  readings: readonly Reading[] | undefined,
): string {
  const rate = rateOf(readings ?? []);
  return joined([
    waiting === 0 ? null : `${count(waiting)} waiting`,
    rateText(rate),
    timeLeft(waiting, rate),
    paused === 0 ? null : `${count(paused)} paused`,
  ]);
}

/** Returns what else is worked on, which takes turns with a dataset; null where there is nothing. */
export function othersText({
  waiting,
  ahead,
  is_shared: isShared,
}: DatasetProgress['dataset']): string | null {
  if (waiting === 0) return null;
  if (ahead.archives > 0) return `Also working on ${several(ahead.archives, 'other archive')}`;
  return isShared ? 'This server also works for others' : null;
}
