import { numberText } from '../ooxml/number-text.ts';

export interface ListLevel {
  start: number;
  format: string;
  text: string;
  /** The level after which it starts again; 0 for never. */
  restart: number | undefined;
  isDecimal: boolean;
  style: string | undefined;
}

export interface List {
  /** Lists of one definition go on counting where the other has stopped. */
  definition: string;
  levels: (ListLevel | undefined)[];
  starts: (number | undefined)[];
  isStarted: boolean;
}

export interface Label {
  /** `- ` for bullets; empty where the level shows nothing. */
  text: string;
  level: number;
}

export const LEVELS = 9;

/** Counts the items of lists, as they are met. */
export class ListCounter {
  readonly #counters = new Map<string, (number | undefined)[]>();

  /** Counts an item and returns its label; undefined where the list has no such level. */
  next(list: List, at: number): Label | undefined {
    const level = list.levels[at];
    if (level === undefined) return undefined;
    const counters = this.#count(list, at);
    if (level.format === 'bullet' && !/\p{L}{2}/u.test(level.text))
      return { text: '- ', level: at };
    return { text: labelText(list, level, counters), level: at };
  }

  #count(list: List, at: number): readonly (number | undefined)[] {
    let counters = this.#counters.get(list.definition);
    if (counters === undefined) this.#counters.set(list.definition, (counters = []));
    if (!list.isStarted) {
      list.isStarted = true;
      for (const [level, start] of list.starts.entries()) {
        if (start !== undefined) counters[level] = undefined;
      }
    }
    const current = counters[at];
    counters[at] = current === undefined ? startOf(list, at) : current + 1;
    for (let above = 0; above < at; above += 1) counters[above] ??= startOf(list, above);
    for (let below = at + 1; below < LEVELS; below += 1) {
      const restart = list.levels[below]?.restart;
      if (restart === undefined || (restart > 0 && at < restart)) counters[below] = undefined;
    }
    return counters;
  }
}

function startOf(list: List, at: number): number {
  return list.starts[at] ?? list.levels[at]?.start ?? 1;
}

function labelText(
  list: List,
  level: ListLevel,
  counters: readonly (number | undefined)[],
): string {
  if (level.format === 'none' && !level.text.includes('%')) return level.text.trim();
  return level.text
    .replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const format = list.levels[at]?.format ?? 'decimal';
      const value = counters[at] ?? startOf(list, at);
      return numberText(
        value,
        level.isDecimal && format !== 'none' ? 'decimal' : format === 'bullet' ? 'none' : format,
      );
    })
    .trim();
}
