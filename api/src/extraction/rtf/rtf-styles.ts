/** The styles of a document, of which the levels of headings are kept. */
export class RtfStyles {
  readonly #headings = new Map<number, number>();
  #defined = 0;

  /** Begins the definition of a style. */
  define(style: number): void {
    this.#defined = style;
  }

  addName(text: string): void {
    const level = /^\s*heading (\d)/i.exec(text)?.[1];
    if (level !== undefined) this.addLevel(Number(level));
  }

  addLevel(level: number): void {
    if (level >= 1 && level <= 9) this.#headings.set(this.#defined, level);
  }

  /** Returns the level of a heading; undefined for other paragraphs. */
  levelOf(style: number | undefined, outline: number | undefined): number | undefined {
    if (outline !== undefined && outline <= 8) return outline + 1;
    return style === undefined ? undefined : this.#headings.get(style);
  }
}
