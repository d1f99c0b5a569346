import { childOf, childrenOf, isOn, valueOf, type XmlElement } from '../xml/xml-tree.ts';

export interface NumberingReference {
  id: string | undefined;
  level: number | undefined;
}

export interface WordStyle {
  id: string;
  name: string;
  basedOn: string | undefined;
  /** Level of a heading, from 1; 0 for text of the body. */
  outline: number | undefined;
  isHidden: boolean | undefined;
  numbering: NumberingReference | undefined;
}

const CHAIN_MAX = 20;
/** Names of heading styles in programs that translate them. */
const HEADING_NAME =
  /^(?:heading|überschrift|titre|título|titolo|titulo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|заголовок|başlık|标题|標題|見出し|제목)\s*([1-9])$/i;
const TITLE_NAME = /^(?:title|titel|titre principal|título|titolo|заголовок|标题|表題|제목)$/i;

/** The styles of a document, with what they take over from those that they are based on. */
export class WordStyles {
  readonly #styles = new Map<string, WordStyle>();
  readonly #default: string | undefined;

  constructor(tree: XmlElement | undefined) {
    for (const element of childrenOf(tree, 'w:style')) {
      const style = styleOf(element);
      this.#styles.set(style.id, style);
      const isDefault = ['1', 'true', 'on'].includes(element.attributes['default'] ?? '');
      if (isDefault && element.attributes['type'] === 'paragraph') this.#default = style.id;
    }
  }

  /** Returns the level of a heading; undefined for other paragraphs. */
  headingLevel(id: string | undefined): number | undefined {
    for (const style of this.#chain(id)) {
      if (style.outline !== undefined) return style.outline === 0 ? undefined : style.outline;
      const level = HEADING_NAME.exec(style.name)?.[1];
      if (level !== undefined) return Number(level);
      if (TITLE_NAME.test(style.name)) return 1;
    }
    return undefined;
  }

  isHidden(id: string | undefined): boolean {
    return this.#chain(id).find((style) => style.isHidden !== undefined)?.isHidden ?? false;
  }

  /** Returns the list of a style, and the style that has it. */
  numberingOf(
    id: string | undefined,
  ): { reference: NumberingReference; style: string } | undefined {
    let level: number | undefined;
    for (const style of this.#chain(id)) {
      level ??= style.numbering?.level;
      if (style.numbering?.id === undefined) continue;
      return { reference: { id: style.numbering.id, level }, style: style.id };
    }
    return undefined;
  }

  #chain(id: string | undefined): WordStyle[] {
    const chain: WordStyle[] = [];
    for (let at = id ?? this.#default; at !== undefined && chain.length < CHAIN_MAX;) {
      const style: WordStyle | undefined = this.#styles.get(at) ?? unknownStyle(at, chain.length);
      if (style === undefined) break;
      chain.push(style);
      at = style.basedOn;
    }
    return chain;
  }
}

/** A style that the document does not define is called like its id, as in `Heading1`. */
function unknownStyle(id: string, depth: number): WordStyle | undefined {
  if (depth > 0) return undefined;
  return {
    id,
    name: id,
    basedOn: undefined,
    outline: undefined,
    isHidden: undefined,
    numbering: undefined,
  };
}

function styleOf(element: XmlElement): WordStyle {
  const paragraph = childOf(element, 'w:pPr');
  const outline = valueOf(paragraph, 'w:outlineLvl');
  return {
    id: element.attributes['styleId'] ?? '',
    name: (valueOf(element, 'w:name') ?? '').trim(),
    basedOn: valueOf(element, 'w:basedOn'),
    outline: outlineLevel(outline),
    isHidden: isOn(childOf(element, 'w:rPr'), 'w:vanish'),
    numbering: numberingReference(paragraph),
  };
}

/** Outlines are counted from 0; 9 is the body. */
export function outlineLevel(value: string | undefined): number | undefined {
  const level = Number(value);
  if (value === undefined || !(level >= 0)) return undefined;
  return level >= 9 ? 0 : level + 1;
}

export function numberingReference(
  paragraph: XmlElement | undefined,
): NumberingReference | undefined {
  const numbering = childOf(paragraph, 'w:numPr');
  if (numbering === undefined) return undefined;
  const level = Number(valueOf(numbering, 'w:ilvl') ?? Number.NaN);
  return {
    id: valueOf(numbering, 'w:numId'),
    level: level >= 0 && level < 9 ? Math.trunc(level) : undefined,
  };
}
