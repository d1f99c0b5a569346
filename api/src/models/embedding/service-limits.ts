import { LearnedLimit } from './learned-limit.ts';
import { cutToTokens, estimateTokens } from './text-tokens.ts';

interface Stated {
  /** Texts of a request. */
  batch: number;
  /** Tokens of a text, that of its prefix included; undefined where it is not known. */
  tokens: number | undefined;
  prefix: string;
}

/** A start and an end token. */
const MARKS = 2;

/** What one request to a service may have, as the settings say it and its refusals show. */
export class ServiceLimits {
  readonly #texts: LearnedLimit;
  readonly #characters = new LearnedLimit(Infinity);
  /** By the estimate: characters of one script say nothing about another. */
  readonly #tokens: LearnedLimit;

  constructor({ batch, tokens, prefix }: Stated) {
    this.#texts = new LearnedLimit(batch);
    this.#tokens = new LearnedLimit(
      tokens === undefined ? Infinity : Math.max(1, tokens - MARKS - estimateTokens(prefix)),
    );
  }

  /** Returns the text as one request may have it. */
  fit(text: string): string {
    const { max } = this.#tokens;
    // Most texts are short, and no character has more tokens.
    if (text.length * 2.5 <= max || estimateTokens(text) <= max) return text;
    return cutToTokens(text, this.#tokens.next());
  }

  /** Returns the length of the next batch from `at` on, at least one text, at most `most`. */
  take(texts: readonly string[], at: number, most = Infinity): number {
    const count = Math.max(1, Math.floor(Math.min(most, this.#texts.next())));
    const characters = this.#characters.next();
    let end = at;
    let size = 0;
    while (end < texts.length && end - at < count) {
      size += texts[end]?.length ?? 0;
      if (end > at && size > characters) break;
      end += 1;
    }
    return end - at;
  }

  noteWorked(texts: readonly string[]): void {
    this.#texts.noteWorked(texts.length);
    this.#characters.noteWorked(sizeOf(texts));
    this.#tokens.noteWorked(Math.max(...texts.map((text) => estimateTokens(text))));
  }

  /** A batch was refused whose halves were not. */
  noteTooMany(texts: readonly string[]): void {
    const { length } = texts;
    const size = sizeOf(texts);
    const isLonger = length > this.#texts.worked;
    const isLarger = size > this.#characters.worked;
    if (isLonger || !isLarger) this.#texts.noteRefused(length);
    if (isLarger || !isLonger) this.#characters.noteRefused(size);
  }

  /** A text was refused whose beginning was not. */
  noteTooLong(text: string): void {
    const tokens = estimateTokens(text);
    // Of a text with much more tokens than the estimate says, nothing follows for others.
    if (tokens > this.#tokens.worked) this.#tokens.noteRefused(tokens);
  }
}

const sizeOf = (texts: readonly string[]): number =>
  texts.reduce((sum, { length }) => sum + length, 0);
