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

const BLANK_LINE = String.raw`\n[ \t]{0,80}(?=\n)`;
/** A list's next item, which ends a paragraph too. */
const NEXT_ITEM = String.raw`\n[ \t]{0,80}(?:[-*+]|\d{1,3}[.)])[ \t]`;
/** The first line of fenced code is whole: with a backtick in it, it is a code span. */
const unfinishedProse = indexOf(
  new RegExp(
    String.raw`\n[ \t]{0,80}\x60{3,}[^\n\x60]{0,200}$|(?:\n[ \t]{0,80}|\\)?(?<![\x60~])[\x60~]+$|\\$|\n[ \t]{0,80}$|${UNFINISHED_CITATION}`,
  ),
);
const PROSE: Place = {
  next: new RegExp(
    String.raw`\n[ \t]{0,80}(?<fence>\x60{3,}(?![^\n]{0,200}\x60)|~{3,})|(?<![\x60\\])(?<ticks>\x60+)|(?<opening>${OPENING_TAG})|(?<closing>${CLOSING_TAG})|${CITATION}`,
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
  next: new RegExp(String.raw`\n[ \t]{0,80}${fence}[\x60~]*[ \t]{0,80}(?=\n)`),
  unfinished: indexOf(/\n[ \t]{0,80}[`~]*[ \t]{0,80}$/),
  text: 'pass',
});

/** A code span, up to as many backticks. One that is never closed ends with its paragraph. */
const codeSpan = (ticks: string): Place => ({
  next: new RegExp(String.raw`(?<!\x60)${ticks}(?!\x60)|${BLANK_LINE}|${NEXT_ITEM}`),
  unfinished: indexOf(/(?<!`)`+$|\n[ \t]{0,80}(?:[-*+]|\d{1,3}[.)]?)?$/),
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
  /** The last character of the answer so far. */
  #last = '';
  /** The tag that began the reasoning. */
  #opening = '';
  /** Half of a line break that the next part may complete. */
  #break = '';
  /** Reasoning ended that no tag had begun; what comes next is the answer, if something does. */
  #mayRestart = false;
  #isReasoningUnopened = false;

  /** `beginsWithReasoning`: the text up to a closing tag is reasoning, without an opening one. */
  constructor(passages: number, { beginsWithReasoning = false } = {}) {
    this.#passages = passages;
    this.#place = beginsWithReasoning ? reasoning(CLOSING_TAG, 'keep') : PROSE;
  }

  /** Takes the next part, and returns what is certain; its text may be empty. */
  push(part: string): Filtered {
    const text = this.#break + part;
    this.#break = text.endsWith('\r') ? '\r' : '';
    this.#held += text.slice(0, text.length - this.#break.length).replaceAll('\r\n', '\n');
    return this.#read(false);
  }

  /**
   * Returns what was held back. Of an answer that is complete, a tag in its middle that nothing closes is text,
   * and so is what nothing follows.
   */
  end(isComplete = true): Filtered {
    const filtered = this.#read(true);
    const isText =
      this.#place.text === 'keep' ||
      (this.#isBlank && this.#mayRestart) ||
      (this.#place.text === 'drop' && isComplete && !this.#isBlank);
    if (!isText || this.#kept === '') return filtered;
    const tag = this.#place.text === 'drop' ? this.#opening : '';
    this.#place = PROSE;
    this.#mayRestart = false;
    this.#pass(filtered, tag);
    this.#held = this.#kept;
    const rest = this.#read(true);
    return { ...filtered, text: filtered.text + rest.text };
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
    if (this.#place.text !== 'pass') {
      this.#kept += text;
      return;
    }
    if (this.#mayRestart && text.trim() !== '') this.#restart(filtered);
    const visible = this.#isBlank ? text.trimStart() : text;
    this.#isBlank &&= visible === '';
    this.#last = visible.at(-1) ?? this.#last;
    filtered.text += visible;
  }

  /** What was passed on, or kept, was reasoning. */
  #restart(filtered: Filtered): void {
    this.#mayRestart = false;
    this.#isReasoningUnopened = true;
    filtered.restarted ||= !this.#isBlank;
    filtered.text = '';
    this.#isBlank = true;
    this.#kept = '';
    this.#cited.clear();
    this.#dropped = 0;
  }

  #take(
    filtered: Filtered,
    { 0: mark, groups: { fence, ticks, opening, closing, cited } = {} }: RegExpExecArray,
  ): void {
    if (this.#place.text !== 'pass' || closing !== undefined) {
      // Reasoning that a tag began is dropped; other text was the answer's until more follows.
      if (this.#place.text === 'drop') this.#kept = '';
      else this.#mayRestart = true;
      this.#place = PROSE;
      // What follows begins a line.
      if (this.#isBlank || this.#mayRestart) this.#held = `\n${this.#held}`;
    } else if (opening !== undefined) {
      this.#place = reasoning(closingTagOf(opening), 'drop');
      this.#opening = mark;
    } else if (cited !== undefined) this.#pass(filtered, this.#citation(mark, cited));
    else {
      this.#pass(filtered, mark);
      if (fence !== undefined) this.#place = fencedCode(fence);
      else this.#place = ticks === undefined ? PROSE : codeSpan(ticks);
    }
  }

  #citation(mark: string, cited: string): string {
    if (this.#passages === 0) return mark;
    const found = citationsOf(cited, this.#passages);
    const isIndex = /^\S/.test(mark) && /[\p{L}\p{N}_)\]]/u.test(this.#last);
    if (found === undefined || (found.known.length === 0 && isIndex)) return mark;
    const { known, unknown } = found;
    this.#dropped += unknown;
    for (const number of known) this.#cited.add(number);
    if (known.length === 0) return '';
    const space = /^[ \t]*/.exec(mark)?.[0] ?? '';
    // What follows in parentheses would make a link of it.
    const after = this.#held.startsWith('(') ? ' ' : '';
    return space + known.map((number) => `[${number}]`).join('') + after;
  }
}
