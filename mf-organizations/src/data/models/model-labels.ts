import type { DatasetVectors, Model, ModelName } from '@carrel/shared/contract/organization';
import { formatDate, formatSize, formatTime, timeLeftText } from '@carrel/shared/ui/signed-in';

const NUMBERS = new Intl.NumberFormat('en-US');
const SPEEDS = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });

const counted = (count: number, noun: string) =>
  `${NUMBERS.format(count)} ${noun}${count === 1 ? '' : 's'}`;

/** What each model is for, and what to do where none is set; settings stand between backticks. */
export const MODEL_USES: Record<ModelName, { title: string; unset: string }> = {
  embeddings: {
    title: 'Search by meaning',
    unset:
      'Searches find words only. Set `EMBEDDINGS_MODEL`, and `EMBEDDINGS_URL` for a model in a service.',
  },
  rerank: {
    title: 'Reranking',
    unset:
      'Results keep the order of the search. Set `RERANK_MODEL`, and `RERANK_URL` for a model in a service.',
  },
  chat: {
    title: 'Answers',
    unset: 'Questions are not answered. Set `CHAT_URL` and `CHAT_MODEL`.',
  },
};

/** Returns where a model runs and what it does, such as "In this server · 384 dimensions". */
export function placeText({ runs, host, dimensions, texts_per_second: speed }: Model): string {
  return [
    runs === 'here' ? 'In this server' : (host ?? 'In a service'),
    ...(dimensions === null ? [] : [counted(dimensions, 'dimension')]),
    ...(speed === null ? [] : [`${SPEEDS.format(speed)} texts a second`]),
  ].join(' · ');
}

/** Returns how much of a model is loaded, such as "Loading 12 of 34 MB". */
export function loadingText({ loaded }: Pick<Model, 'loaded'>): string {
  if (loaded === null) return 'Loading';
  const bytes = formatSize(loaded.bytes, { decimals: 0 });
  if (loaded.total === null) return `Loading, ${bytes} so far`;
  const total = formatSize(loaded.total, { decimals: 0 });
  const [number, unit] = bytes.split(' ');
  return `Loading ${total.endsWith(` ${unit}`) ? number : bytes} of ${total}`;
}

/** Returns since when and why a model is away, and when it is tried next. `now` is in milliseconds. */
export function unavailableText(
  { since, reason, next_try: next }: Pick<Model, 'since' | 'reason' | 'next_try'>,
  now = Date.now(),
): string {
  const state = since === null ? 'Unavailable' : `Unavailable since ${momentText(since, now)}`;
  const sentence = reason === null ? `${state}.` : `${state}: ${reason}`;
  return next === null ? sentence : `${sentence} Next try at ${momentText(next, now)}.`;
}

/** Returns a time of today, or a day with a time. */
function momentText(iso: string, now: number): string {
  const day = formatDate(iso);
  return day === formatDate(new Date(now).toISOString())
    ? formatTime(iso)
    : `${formatTime(iso)} on ${day}`;
}

export const answeredText = (milliseconds: number): string =>
  `Answered in ${NUMBERS.format(Math.max(1, Math.round(milliseconds)))} ms`;

/** Returns how many chunks of a dataset have vectors, and what is left. */
export function vectorsText(dataset: DatasetVectors): string {
  const { chunks, vectors, waiting, state, seconds_left: seconds } = dataset;
  if (state === 'none') return 'Nothing to embed yet';
  return [
    chunksText(chunks, vectors, state),
    ...(waiting > 0 ? [`${counted(waiting, 'document')} waiting`] : []),
    ...(seconds === null ? [] : [timeLeftText(seconds)]),
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

function chunksText(
  chunks: number | null,
  vectors: number | null,
  state: DatasetVectors['state'],
): string {
  if (chunks === null || vectors === null) {
    return state === 'ready' ? 'All chunks have vectors' : 'Counting its chunks';
  }
  if (chunks === 0) return '';
  const verb = chunks === 1 ? 'has a vector' : 'have vectors';
  return vectors === chunks
    ? `${counted(chunks, 'chunk')} ${verb}`
    : `${NUMBERS.format(vectors)} of ${counted(chunks, 'chunk')} ${verb}`;
}
