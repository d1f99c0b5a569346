import { childOf, childrenOf, isOn, valueOf, type XmlElement } from '../xml/xml-tree.ts';
import { LEVELS, ListCounter, type Label, type List } from './list-counter.ts';
import type { NumberingReference, WordStyles } from './word-styles.ts';

const START_MAX = 1_000_000;

/** Counts the paragraphs of a document's lists, as they are met. */
export class WordNumbering {
  readonly #lists = new Map<string, List>();
  readonly #counter = new ListCounter();
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
    return this.#counter.next(list, at);
  }
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
