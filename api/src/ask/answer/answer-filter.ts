import { citationsOf, CITATION, UNFINISHED_CITATION } from './citations.ts';
import { CLOSING_TAG, closingTagOf, OPENING_TAG, unfinishedTag } from './reasoning-tags.ts';

/** What a part of a model's text adds to the answer. */
export interface Filtered {
  text: string;
  /** Whether all text before was the model's reasoning: the answer begins with this text. */
  restarted: boolean;
}

/** Where the filter reads. `next` finds what ends or changes it, `unfinished` what the next part may complete. */
interface Place {
  next: RegExp;
  unfinished: (text: string) => number;
  /** In an answer text is passed on, in reasoning it is dropped; what may be either is kept until it is known. */
  text: 'pass' | 'drop' | 'keep';
}

const indexOf =
  (pattern: RegExp) =>
  (text: string): number =>
    pattern.exec(text)?.index ?? text.length;

const BLANK_LINE = String.raw`\n[ \t]*(?=\n)`;
const unfinishedProse = indexOf(
  new RegExp(String.raw`(?:\n[ \t]*)?[\x60~]+$|\n[ \t]*$|${UNFINISHED_CITATION}`),
);
const PROSE: Place = {
  next: new RegExp(
    String.raw`\n[ \t]*(?<fence>\x60{3,}|~{3,})|(?<ticks>\x60+)|(?<opening>${OPENING_TAG})|(?<closing>${CLOSING_TAG})|${CITATION}`,
    'i',
  ),
  unfinished: (text) => Math.min(unfinishedProse(text), unfinishedTag(text)),
  text: 'pass',
};

const reasoning = (closingTag: string, text: 'drop' | 'keep'): Place => ({
  next: new RegExp(closingTag, 'i'),
  unfinished: unfinishedTag,
  text,
});

/** Fenced code, up to a line of at least as many marks. */
const fencedCode = (fence: string): Place => ({
  next: new RegExp(String.raw`\n[ \t]*${fence}[\x60~]*[ \t]*(?=\n)`),
  unfinished: indexOf(/\n[ \t]*[`~]*[ \t]*$/),
  text: 'pass',
});

/** A code span, up to as many backticks. One that is never closed ends with its paragraph. */
const codeSpan = (ticks: string): Place => ({
  next: new RegExp(String.raw`(?<!\x60)${ticks}(?!\x60)|${BLANK_LINE}`),
  unfinished: indexOf(/`+$|\n[ \t]*$/),
  text: 'pass',
});

/**
 * Passes the text of an answer on: without the model's reasoning, and without citations of passages that
 * do not exist. Code is left as it is. What is split over parts is held back until it is whole.
 */
export class AnswerFilter {
  readonly #passages: number;
  readonly #cited = new Set<number>();
  #dropped = 0;
  #place: Place;
  // The answer begins with a line. Its break is dropped, like all space before the first text.
  #held = '\n';
  #kept = '';
  #isBlank = true;
  #isReasoningUnopened = false;

  /** `beginsWithReasoning`: the text up to a closing tag is reasoning, without an opening one. */
  constructor(passages: number, { beginsWithReasoning = false } = {}) {
    this.#passages = passages;
    this.#place = beginsWithReasoning ? reasoning(CLOSING_TAG, 'keep') : PROSE;
  }

  /** Takes the next part, and returns what is certain; its text may be empty. */
  push(part: string): Filtered {
    this.#held += part;
    return this.#read(false);
  }

  /** Returns what was held back. */
  end(): Filtered {
    const last = this.#read(true);
    if (this.#place.text !== 'keep') return last;
    // No tag came: all of it is the answer.
    this.#place = PROSE;
    this.#held = this.#kept;
    return this.#read(true);
  }

  /** Passages that were cited, by their number from 1, and how many citations were left out. */
  get counts(): { citations: number[]; dropped: number } {
    return { citations: [...this.#cited], dropped: this.#dropped };
  }

  /** Whether reasoning ended that no tag had begun, as with models whose template writes that tag. */
  get isReasoningUnopened(): boolean {
    return this.#isReasoningUnopened;
  }

  #read(isLast: boolean): Filtered {
    const filtered: Filtered = { text: '', restarted: false };
    for (;;) {
      const { next, unfinished } = this.#place;
      const held = this.#held;
      const certain = isLast ? held.length : unfinished(held);
      const match = next.exec(held);
      const end = match === null ? Infinity : match.index + match[0].length;
      const until =
        match !== null && end <= certain ? match.index : Math.min(certain, match?.index ?? certain);
      this.#pass(filtered, held.slice(0, until));
      this.#held = held.slice(until);
      if (match === null || end > certain) return filtered;
      this.#held = held.slice(end);
      this.#take(filtered, match);
    }
  }

  #pass(filtered: Filtered, text: string): void {
    if (this.#place.text === 'keep') this.#kept += text;
    if (this.#place.text !== 'pass') return;
    const visible = this.#isBlank ? text.trimStart() : text;
    this.#isBlank &&= visible === '';
    filtered.text += visible;
  }

  #take(
    filtered: Filtered,
    { 0: mark, groups: { fence, ticks, opening, closing, cited } = {} }: RegExpExecArray,
  ): void {
    if (this.#place.text !== 'pass' || closing !== undefined) this.#endReasoning(filtered);
    else if (opening !== undefined) this.#place = reasoning(closingTagOf(opening), 'drop');
    else if (cited !== undefined) this.#pass(filtered, this.#citation(mark, cited));
    else {
      this.#pass(filtered, mark);
      if (fence !== undefined) this.#place = fencedCode(fence);
      else this.#place = ticks === undefined ? PROSE : codeSpan(ticks);
    }
  }

  #endReasoning(filtered: Filtered): void {
    if (this.#place.text !== 'drop') {
      // What was passed on, or kept, was reasoning.
      this.#isReasoningUnopened = true;
      this.#cited.clear();
      this.#dropped = 0;
      this.#kept = '';
      this.#isBlank = true;
      filtered.text = '';
      filtered.restarted = this.#place.text === 'pass';
    }
    this.#place = PROSE;
    if (this.#isBlank) this.#held = `\n${this.#held}`;
  }

  #citation(mark: string, cited: string): string {
    const { known, unknown } = citationsOf(cited, this.#passages);
    this.#dropped += unknown;
    for (const number of known) this.#cited.add(number);
    if (known.length === 0) return '';
    const space = /^[ \t]*/.exec(mark)?.[0] ?? '';
    // What follows in parentheses would make a link of it.
    const after = this.#held.startsWith('(') ? ' ' : '';
    return space + known.map((number) => `[${number}]`).join('') + after;
  }
}
