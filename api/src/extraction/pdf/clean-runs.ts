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

function isNear(a: TextRun, b: TextRun, step: number): boolean {
  // Two equal letters of a word stand further from each other than one from its shadow.
  const reach = Math.min(step, a.width * 0.6);
  return Math.abs(a.x - b.x) <= reach && Math.abs(a.y - b.y) <= step;
}

/** Spaced letters: single letters with a space after each. */
const SPACED = /^(?:[\p{L}\p{N}\p{P}] ){2,}[\p{L}\p{N}\p{P}]$/u;

/** Whether a run is a word whose letters stand apart. */
export function isSpaced(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return SPACED.test(text) && letters >= 3 && letters > text.length / 3;
}

/** Returns the word or words of spaced letters. `words` has them by their letters, where that is known. */
export function closeSpaced(text: string, words: ReadonlyMap<string, string>): string {
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
    const isGap = text.charAt(at) === ' ' && isChinese(text.charAt(at - 1)) && isChinese(text.charAt(at + 1));
    if (!isGap) closed += text.charAt(at);
  }
  return closed;
}
