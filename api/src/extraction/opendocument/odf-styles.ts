import { elementsOf, type XmlElement } from '../xml/xml-tree.ts';

/** A level of a list: its bullet, or how its number is written. */
export interface ListLevel {
  /** Empty for a bullet, or for a number that is not shown. */
  format: string;
  isBullet: boolean;
  prefix: string;
  suffix: string;
  start: number;
  /** How many levels of numbers are shown. */
  levels: number;
}

/** What styles say about text: whether it is hidden, and how lists are numbered. */
export class OdfStyles {
  /** Names, with their family, of styles that hide. */
  readonly #hidden = new Set<string>();
  readonly #lists = new Map<string, ListLevel[]>();
  readonly #listOfParagraph = new Map<string, string>();

  add(group: XmlElement | undefined): void {
    for (const style of elementsOf(group)) {
      const name = style.attributes['style:name'] ?? '';
      if (style.name === 'text:list-style') this.#lists.set(name, levelsOf(style));
      if (style.name === 'text:outline-style') this.#lists.set('', levelsOf(style));
      if (style.name !== 'style:style') continue;
      const family = style.attributes['style:family'] ?? '';
      if (elementsOf(style).some(hides)) this.#hidden.add(`${family} ${name}`);
      const list = style.attributes['style:list-style-name'];
      if (list !== undefined && list !== '') this.#listOfParagraph.set(name, list);
    }
  }

  hides(family: string, name: string | undefined): boolean {
    return name !== undefined && this.#hidden.has(`${family} ${name}`);
  }

  /** Returns a level from 0; '' is the style of headings. */
  level(list: string, depth: number): ListLevel | undefined {
    return this.#lists.get(list)?.[depth];
  }

  /** Returns the list of a paragraph style, if it has one. */
  listOf(paragraph: string | undefined): string | undefined {
    return paragraph === undefined ? undefined : this.#listOfParagraph.get(paragraph);
  }
}

function hides({ attributes }: XmlElement): boolean {
  return (
    attributes['text:display'] === 'none' ||
    attributes['table:display'] === 'false' ||
    attributes['presentation:visibility'] === 'hidden'
  );
}

function levelsOf(style: XmlElement): ListLevel[] {
  const levels: ListLevel[] = [];
  for (const { name, attributes } of elementsOf(style)) {
    const depth = Number(attributes['text:level'] ?? 1) - 1;
    if (!(depth >= 0 && depth < 20)) continue;
    levels[depth] = {
      isBullet: name !== 'text:list-level-style-number' && name !== 'text:outline-level-style',
      format: attributes['style:num-format'] ?? '',
      prefix: attributes['style:num-prefix'] ?? '',
      suffix: attributes['style:num-suffix'] ?? '',
      start: Number(attributes['text:start-value'] ?? 1) || 1,
      levels: Number(attributes['text:display-levels'] ?? 1) || 1,
    };
  }
  return levels;
}
