import { setImmediate as othersFirst } from 'node:timers/promises';

import { CHANGES_PER_PAGE, type TextComparison } from '@carrel/shared/contract';

import { changesOf } from './changes-of.ts';
import { matchWords } from './match-words.ts';
import { partsOf } from './parts-of.ts';
import { wordsOf, type Vocabulary } from './words-of.ts';

interface Texts {
  from: string;
  to: string;
}

interface Page {
  /** Changes before the first of the page. */
  skip?: number;
  /** Changes of a page at most. */
  limit?: number;
}

/** How long words are matched; what is left then counts as replaced. */
const MATCHED_MILLISECONDS = 1000;
/** How long others wait at most. */
const SLICE_MILLISECONDS = 8;

/**
 * Compares two texts word by word: what came and what went, each with the words around it. What is between words does
 * not count. Lets other work of the process go on meanwhile. Two texts of 1 MB take about 200 ms.
 * @param signal ends it with its reason
 */
export async function compareTexts(
  texts: Texts,
  { skip = 0, limit = CHANGES_PER_PAGE }: Page = {},
  signal?: AbortSignal,
): Promise<TextComparison> {
  const steps = compare(texts, { skip, limit });
  for (let since = performance.now(); ;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - since < SLICE_MILLISECONDS) continue;
    await othersFirst();
    signal?.throwIfAborted();
    since = performance.now();
  }
}

function* compare({ from, to }: Texts, page: Required<Page>): Generator<void, TextComparison> {
  const end = performance.now() + MATCHED_MILLISECONDS;
  const vocabulary: Vocabulary = new Map();
  const a = yield* wordsOf(from, { from: 0, to: from.length }, vocabulary);
  const b = yield* wordsOf(to, { from: 0, to: to.length }, vocabulary);
  const isOver = () => performance.now() > end;
  const { matches, isCoarse } = yield* matchWords(
    a.ids.subarray(0, a.count),
    b.ids.subarray(0, b.count),
    isOver,
  );
  const changes = changesOf(a, b, matches);
  yield;
  return { ...partsOf(a, b, changes, page), is_coarse: isCoarse };
}
