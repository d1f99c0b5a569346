import { childOf, childrenOf, isOn, valueOf, type XmlElement } from '../xml/xml-tree.ts';
import { numberText } from '../ooxml/number-text.ts';
import type { NumberingReference, WordStyles } from './word-styles.ts';

interface Level {
  start: number;
  format: string;
  text: string;
  /** The level after which it starts again; 0 for never. */
  restart: number | undefined;
  isDecimal: boolean;
  style: string | undefined;
}

interface List {
  /** Lists of one definition go on counting where the other has stopped. */
  definition: string;
  levels: (Level | undefined)[];
  starts: (number | undefined)[];
  isStarted: boolean;
}

export interface Label {
  /** `- ` for bullets; empty where the level shows nothing. */
  text: string;
  level: number;
}

const LEVELS = 9;
const START_MAX = 1_000_000;

/** Counts the paragraphs of a document's lists, as they are met. */
export class WordNumbering {
  readonly #lists = new Map<string, List>();
  readonly #counters = new Map<string, (number | undefined)[]>();
  readonly #styles: WordStyles;

  constructor(tree: XmlElement | undefined, styles: WordStyles) {
    this.#styles = styles;
    const definitions = new Map(
      childrenOf(tree, 'w:abstractNum').map((each) => [
        each.attributes['abstractNumId'] ?? '',
        each,
      ]),
    );
    const instances = new Map(
      childrenOf(tree, 'w:num').map((each) => [each.attributes['numId'] ?? '', each]),
    );
    for (const [id, instance] of instances) {
      const definition = valueOf(instance, 'w:abstractNumId') ?? '';
      const resolved = this.#linked(definition, definitions, instances);
      this.#lists.set(id, listOf(instance, resolved, definitions.get(resolved)));
    }
  }

  /** A definition may only name the style whose list it is. */
  #linked(
    definition: string,
    definitions: ReadonlyMap<string, XmlElement>,
    instances: ReadonlyMap<string, XmlElement>,
  ): string {
    const link = valueOf(definitions.get(definition), 'w:numStyleLink');
    const id = link === undefined ? undefined : this.#styles.numberingOf(link)?.reference.id;
    return (
      (id === undefined ? undefined : valueOf(instances.get(id), 'w:abstractNumId')) ?? definition
    );
  }

  /** Counts a paragraph and returns its label; undefined for one that is in no list. */
  next(own: NumberingReference | undefined, styleId: string | undefined): Label | undefined {
    const ofStyle = this.#styles.numberingOf(styleId);
    const id = own?.id ?? ofStyle?.reference.id;
    const list = id === undefined || id === '0' ? undefined : this.#lists.get(id);
    if (list === undefined) return undefined;
    const linked =
      ofStyle === undefined ? -1 : list.levels.findIndex((each) => each?.style === ofStyle.style);
    const at = own?.level ?? ofStyle?.reference.level ?? Math.max(0, linked);
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

function listOf(instance: XmlElement, definition: string, tree: XmlElement | undefined): List {
  const list: List = { definition, levels: [], starts: [], isStarted: false };
  for (const level of childrenOf(tree, 'w:lvl')) addLevel(list, level);
  for (const override of childrenOf(instance, 'w:lvlOverride')) {
    const level = childOf(override, 'w:lvl');
    if (level !== undefined) addLevel(list, level);
    const at = Number(override.attributes['ilvl']);
    const start = valueOf(override, 'w:startOverride');
    if (at >= 0 && at < LEVELS && start !== undefined) list.starts[at] = numberOf(start, 1);
  }
  return list;
}

function addLevel({ levels }: List, element: XmlElement): void {
  const at = Number(element.attributes['ilvl']);
  if (!(at >= 0 && at < LEVELS)) return;
  const restart = valueOf(element, 'w:lvlRestart');
  levels[at] = {
    start: numberOf(valueOf(element, 'w:start'), 0),
    format: formatOf(childOf(element, 'w:numFmt')),
    text: valueOf(element, 'w:lvlText') ?? '',
    restart: restart === undefined ? undefined : numberOf(restart, 0),
    isDecimal: isOn(element, 'w:isLgl') ?? false,
    style: valueOf(element, 'w:pStyle'),
  };
}

/** A custom format such as `001, 002, ...` fills up with zeros. */
function formatOf(element: XmlElement | undefined): string {
  const format = element?.attributes['val'] ?? 'decimal';
  const zeros = /^(0+)1\b/.exec(element?.attributes['format'] ?? '')?.[1];
  return format === 'custom' ? (zeros ?? 'decimal') : format;
}

function numberOf(value: string | undefined, otherwise: number): number {
  const number = Math.trunc(Number(value ?? otherwise));
  return number >= 0 && number <= START_MAX ? number : otherwise;
}

function labelText(list: List, level: Level, counters: readonly (number | undefined)[]): string {
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
