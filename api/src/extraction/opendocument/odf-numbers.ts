import { numeral } from '../blocks/numerals.ts';
import type { OdfStyles } from './odf-styles.ts';

/** Counts the items of lists by their style. */
export class OdfNumbers {
  readonly #styles: OdfStyles;
  readonly #counts = new Map<string, number[]>();

  constructor(styles: OdfStyles) {
    this.#styles = styles;
  }

  /** Begins a list anew, which the style alone does not tell. */
  restart(list: string): void {
    this.#counts.delete(list);
  }

  /** Returns the marker of the next item: its number, `-` for a bullet, '' where it shows none. */
  next(list: string, depth: number, start?: number): string {
    const level = this.#styles.level(list, depth);
    if (level === undefined) return list === '' ? '' : '-';
    if (level.isBullet) return '-';
    const counts = this.#counts.get(list) ?? [];
    this.#counts.set(list, counts);
    counts[depth] = start ?? (counts[depth] ?? level.start - 1) + 1;
    counts.length = depth + 1;
    if (level.format === '') return '';
    const first = Math.max(0, depth + 1 - level.levels);
    const numbers: string[] = [];
    for (let at = first; at <= depth; at += 1) {
      const { format = '', start: from = 1 } = this.#styles.level(list, at) ?? {};
      if (format !== '') numbers.push(numeral((counts[at] ??= from), format));
    }
    return `${level.prefix}${numbers.join('.')}${level.suffix}`.trim();
  }
}
