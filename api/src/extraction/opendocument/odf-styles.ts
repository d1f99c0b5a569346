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

interface Style {
  parent: string | undefined;
  hides: boolean | undefined;
  list: string | undefined;
}

const CHAIN_MAX = 20;

/** What styles say about text: whether it is hidden, and how lists are numbered. */
export class OdfStyles {
  /** Styles by their family and name. */
  readonly #styles = new Map<string, Style>();
  readonly #lists = new Map<string, ListLevel[]>();

  add(group: XmlElement | undefined): void {
    for (const style of elementsOf(group)) {
      const name = style.attributes['style:name'] ?? '';
      if (style.name === 'text:list-style') this.#lists.set(name, levelsOf(style));
      if (style.name === 'text:outline-style') this.#lists.set('', levelsOf(style));
      if (style.name !== 'style:style') continue;
      this.#styles.set(`${style.attributes['style:family'] ?? ''} ${name}`, {
        parent: style.attributes['style:parent-style-name'],
        hides: hidingOf(style),
        list: style.attributes['style:list-style-name'],
      });
    }
  }

  hides(family: string, name: string | undefined): boolean {
    return this.#chain(family, name).find((style) => style.hides !== undefined)?.hides ?? false;
  }

  /** Returns a level from 0; '' is the style of headings. */
  level(list: string, depth: number): ListLevel | undefined {
    return this.#lists.get(list)?.[depth];
  }

  /** Returns the list of a paragraph style, if it has one. */
  listOf(paragraph: string | undefined): string | undefined {
    const chain = this.#chain('paragraph', paragraph);
    const found = chain.find(({ list }) => list !== undefined)?.list;
    return found !== undefined && found !== '' && this.#lists.has(found) ? found : undefined;
  }

  /** Returns a style and those that it takes its properties from. */
  #chain(family: string, name: string | undefined): Style[] {
    const chain: Style[] = [];
    for (let at = name; at !== undefined && chain.length < CHAIN_MAX;) {
      const style = this.#styles.get(`${family} ${at}`);
      if (style === undefined) break;
      chain.push(style);
      at = style.parent;
    }
    return chain;
  }
}

/** Whether a style hides; undefined where it does not say. */
function hidingOf(style: XmlElement): boolean | undefined {
  const properties = elementsOf(style);
  if (properties.some(hides)) return true;
  return properties.some(({ attributes }) => attributes['text:display'] === 'true')
    ? false
    : undefined;
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
