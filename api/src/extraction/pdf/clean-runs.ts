import type { TextRun } from './pdf-lines.ts';
import { isChinese } from './scripts.ts';

/** How far a letter that is drawn again for its weight or its shadow is from itself, in its heights. */
const SHIFT = 0.3;

/** Returns the runs without those that are drawn a second time at nearly the same place. */
export function withoutRepeated(runs: readonly TextRun[]): TextRun[] {
  const seen = new Map<string, TextRun>();
  return runs.filter((run) => {
    const step = Math.max(0.5, run.height * SHIFT);
    const [column, row] = [Math.floor(run.x / step), Math.floor(run.y / step)];
    for (let x = column - 1; x <= column + 1; x += 1) {
      for (let y = row - 1; y <= row + 1; y += 1) {
        const other = seen.get(`${x} ${y} ${run.text}`);
        if (other !== undefined && isNear(run, other, step)) return false;
      }
    }
    seen.set(`${column} ${row} ${run.text}`, run);
    return true;
  });
}

/** Removes from runs the letters with which the one before ends, where they are drawn on these again. */
export function withoutOverlap(runs: readonly TextRun[]): TextRun[] {
  return runs.flatMap((run, at) => {
    const before = runs[at - 1];
    const length = before === undefined ? 0 : sharedLength(before, run);
    if (before === undefined || length === 0) return [run];
    const text = run.text.slice(length);
    if (text.trim() === '') return [];
    const x = Math.min(before.x + before.width, run.x + run.width);
    return [{ ...run, text, x, width: run.x + run.width - x }];
  });
}

/** Counts the letters that end a run and begin the next one, where they are as wide as the runs overlap. */
function sharedLength(before: TextRun, run: TextRun): number {
  const overlap = before.x + before.width - run.x;
  if (run.x < before.x || overlap <= 1 || Math.abs(run.y - before.y) > run.height * SHIFT) return 0;
  for (let length = Math.min(before.text.length, run.text.length); length > 0; length -= 1) {
    const width = (run.width * length) / run.text.length;
    if (overlap < width * 0.5 || overlap > width * 1.8) continue;
    if (before.text.endsWith(run.text.slice(0, length))) return length;
  }
  return 0;
}

function isNear(a: TextRun, b: TextRun, step: number): boolean {
  // Two equal letters of a word stand further from each other than one from its shadow.
  const reach = Math.min(step, a.width * 0.6);
  return Math.abs(a.x - b.x) <= reach && Math.abs(a.y - b.y) <= step;
}

/** Height of the bands in which runs are compared, in points. */
const BAND = 4;

/** Returns pairs of runs that cover each other: one of them is not seen, or both are the same text. */
export function coveredPairs(runs: readonly TextRun[]): [TextRun, TextRun][] {
  const pairs: [TextRun, TextRun][] = [];
  const bands = Map.groupBy(runs, (run) => Math.round((run.y + run.height / 2) / BAND));
  for (const [band, own] of bands) {
    const some = [...own, ...(bands.get(band + 1) ?? [])].sort((a, b) => a.x - b.x);
    let widest: TextRun | undefined;
    for (const run of some) {
      if (widest !== undefined && covers(widest, run)) pairs.push([widest, run]);
      const end = widest === undefined ? -Infinity : widest.x + widest.width;
      if (run.x + run.width > end) widest = run;
    }
  }
  return pairs;
}

function covers(a: TextRun, b: TextRun): boolean {
  const across = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const along = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  return across > Math.min(a.height, b.height) * 0.6 && along > Math.min(a.width, b.width) * 0.6;
}

const lettersOf = (text: string) => text.replace(/\s/gu, '');

/** Removes text that is drawn again in other pieces, and invisible text where there is visible text. */
export function withoutCovered(
  runs: readonly TextRun[],
  pairs: readonly [TextRun, TextRun][],
  invisible: string,
): TextRun[] {
  const dropped = new Set<TextRun>();
  const isUnseen = (run: TextRun) => {
    const letters = lettersOf(run.text);
    return letters !== '' && invisible.includes(letters);
  };
  for (const [a, b] of pairs) {
    const [short, long] = a.text.length < b.text.length ? [a, b] : [b, a];
    if (isUnseen(a) !== isUnseen(b)) dropped.add(isUnseen(a) ? a : b);
    else if (short.text.trim().length > 2 && long.text.includes(short.text.trim()))
      dropped.add(short);
  }
  return dropped.size === 0 ? [...runs] : runs.filter((run) => !dropped.has(run));
}

/** Spaced letters: single letters with a space after each. */
const SPACED = /^(?:[\p{L}\p{N}\p{P}] ){2,}[\p{L}\p{N}\p{P}]$/u;

/** Whether a run is a word whose letters stand apart. */
export function isSpaced(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return SPACED.test(text) && letters >= 3 && letters > text.length / 3;
}

const SPACED_PAIR = /^[\p{L}\p{N}] [\p{L}\p{N}\p{P}]$/u;

/** Closes spaced letters of runs; two of them only in a line with a longer word that is spaced. */
export function closeRuns(runs: readonly TextRun[], words: ReadonlyMap<string, string>): TextRun[] {
  const lines = new Set(runs.filter(({ text }) => isSpaced(text.trim())).map(lineOf));
  return runs.map((run) => {
    const isPair = SPACED_PAIR.test(run.text) && lines.has(lineOf(run));
    return { ...run, text: isPair ? run.text.replace(' ', '') : closeSpaced(run.text, words) };
  });
}

const lineOf = ({ y }: TextRun) => Math.round(y);

/** Returns the word or words of spaced letters. `words` has them by their letters, where that is known. */
function closeSpaced(text: string, words: ReadonlyMap<string, string>): string {
  const trimmed = text.trim();
  if (isSpaced(trimmed)) {
    const letters = trimmed.replaceAll(' ', '');
    return words.get(letters) ?? letters;
  }
  return trimmed.includes(' ') ? closeChinese(text) : text;
}

/** Chinese letters that are spaced throughout have no words between their spaces. */
function closeChinese(text: string): string {
  let [apart, together] = [0, 0];
  for (let at = 1; at < text.length; at += 1) {
    if (!isChinese(text.charAt(at))) continue;
    if (isChinese(text.charAt(at - 1))) together += 1;
    else if (text.charAt(at - 1) === ' ' && isChinese(text.charAt(at - 2))) apart += 1;
  }
  if (apart === 0 || together > apart) return text;
  let closed = '';
  for (let at = 0; at < text.length; at += 1) {
    const isGap =
      text.charAt(at) === ' ' && isChinese(text.charAt(at - 1)) && isChinese(text.charAt(at + 1));
    if (!isGap) closed += text.charAt(at);
  }
  return closed;
}
