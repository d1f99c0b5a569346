import type { Stalled } from '@carrel/shared/contract';
import type { Standing, WorkRow } from '@carrel/shared/contract/organization';

import type { FollowedRow } from './background-work.queries.ts';
import { rateOf, rateText, timeLeft } from './work-rate.ts';

const NUMBERS = new Intl.NumberFormat('en-US');
const TIMES = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});
const PLURALS = new Intl.PluralRules('en-US');

const KINDS = new Map([
  ['upload', 'Unpacking'],
  ['documents', 'Processing documents'],
  ['again', 'Processing documents again'],
  ['move', 'Moving documents'],
  ['ocr', 'Reading pages by OCR'],
  ['vectors', 'Making vectors'],
  ['index', 'Updating the search index'],
  ['locate', 'Locating passages'],
  ['purge', 'Deleting files'],
]);

const UNITS = new Map([
  ['ocr', ['page', 'pages']],
  ['vectors', ['passage', 'passages']],
]);

const REASONS = new Map([
  ['paused', 'Paused'],
  ['cancelling', 'Being cancelled'],
  ['queued', 'Waiting for the uploads before it'],
  ['embedding_service', 'Waiting for the embedding service'],
  ['model_loading', 'Waiting until the model is loaded'],
  ['failed', 'The last attempt failed'],
]);

const STALLS = new Map([
  ['waiting_for_worker', 'waiting for a worker'],
  ['embedding_service', 'waiting for the embedding service'],
]);

/** Returns what is done, such as "Making vectors". */
export const kindText = (kind: string): string => KINDS.get(kind) ?? 'Working';

/** Returns why documents are stalled, such as "Stalled, waiting for a worker". One that is only slow is not. */
export function stalledText({ reason }: Stalled): string {
  if (reason === 'slow_document') return 'Takes longer than others';
  const words = STALLS.get(reason);
  return words === undefined ? 'Stalled' : `Stalled, ${words}`;
}

/** Whether work does not go on, and nobody asked for that. */
export const isStanding = ({ standing }: Pick<WorkRow, 'standing'>): boolean =>
  standing !== null && !['paused', 'cancelling', 'queued'].includes(standing.reason);

/** Returns why work stands and when it is tried next, such as "The last attempt failed. Next try at 14:05." */
export function standingText({ reason, detail, next_try: next }: Standing): string {
  const sentences = [REASONS.get(reason) ?? 'Waiting', detail?.replace(/\.$/, '')];
  if (next !== null) sentences.push(`Next try at ${TIMES.format(new Date(next))}`);
  const said = sentences.filter((sentence) => sentence !== undefined && sentence !== '');
  return said.length === 1 ? (said[0] ?? '') : `${said.join('. ')}.`;
}

/** Returns how far work is, such as "1,230 of 2,512 documents · 12/s · about 3 min left". */
export function progressText({ kind, left, total, readings }: FollowedRow): string {
  if (left === null || total === null) return '';
  const [one, many] = UNITS.get(kind) ?? ['document', 'documents'];
  const unit = PLURALS.select(total) === 'one' ? one : many;
  const rate = rateOf(readings);
  return [
    `${NUMBERS.format(total - left)} of ${NUMBERS.format(total)} ${unit}`,
    rateText(rate),
    timeLeft(left, rate),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
