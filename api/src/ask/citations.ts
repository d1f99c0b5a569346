/** A citation, with the spaces before it: "[2]", and "[1, 3]" as some models write it. */
const CITATION = /[ \t]*\[\s*\d{1,4}(?:\s*[,;]\s*\d{1,4})*\s*\]/g;
/** What may be the beginning of one at the end of a part. */
const UNFINISHED = /[ \t]*(?:\[[\d\s,;]{0,60})?$/;

/**
 * Passes the text of an answer on without citations of passages that do not exist. A citation that is
 * split over parts is held back until it is whole.
 */
export class CitationFilter {
  readonly #passages: number;
  readonly #cited = new Set<number>();
  #held = '';
  #dropped = 0;

  constructor(passages: number) {
    this.#passages = passages;
  }

  /** Takes the next part, and returns the text that is certain; it may be empty. */
  push(part: string): string {
    const text = this.#held + part;
    const at = UNFINISHED.exec(text)?.index ?? text.length;
    this.#held = text.slice(at);
    return this.#filtered(text.slice(0, at));
  }

  /** Returns what was held back. */
  end(): string {
    const text = this.#held;
    this.#held = '';
    return this.#filtered(text);
  }

  /** Passages that were cited, by their number from 1, and how many citations were left out. */
  get counts(): { citations: number[]; dropped: number } {
    return { citations: [...this.#cited], dropped: this.#dropped };
  }

  #filtered(text: string): string {
    return text.replaceAll(CITATION, (citation) => {
      const numbers = [...citation.matchAll(/\d+/g)].map(([digits]) => Number(digits));
      const known = numbers.filter((number) => number >= 1 && number <= this.#passages);
      this.#dropped += numbers.length - known.length;
      for (const number of known) this.#cited.add(number);
      if (known.length === 0) return '';
      const space = /^[ \t]*/.exec(citation)?.[0] ?? '';
      return space + known.map((number) => `[${number}]`).join('');
    });
  }
}
