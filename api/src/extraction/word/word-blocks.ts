import type { Block } from '../blocks/block.ts';
import { equationText } from '../ooxml/equation.ts';
import { targetOf } from '../ooxml/graphic-blocks.ts';
import { oneLine } from '../ooxml/table-text.ts';
import { childOf, elementsOf, isOn, valueOf, type XmlElement } from '../xml/xml-tree.ts';
import { inlineText } from './inline-text.ts';
import type { WordContext } from './word-context.ts';
import { numberingReference, outlineLevel } from './word-styles.ts';
import { tableBlocks } from './word-table.ts';

/** Collects the blocks of a part or of a piece of one. */
export class WordBlocks {
  readonly blocks: Block[] = [];
  readonly #context: WordContext;
  /** Text of paragraphs whose end was deleted, and of initials: the next paragraph begins with it. */
  #carried = '';
  #carriedAfter: Block[] = [];

  constructor(context: WordContext) {
    this.#context = context;
  }

  static of(elements: readonly XmlElement[], context: WordContext): Block[] {
    const reader = new WordBlocks(context);
    for (const element of elements) reader.add(element);
    reader.end();
    return reader.blocks;
  }

  add(element: XmlElement): void {
    switch (element.name) {
      case 'w:p':
        this.#addParagraph(element);
        break;
      case 'w:tbl':
        this.#pushAll(tableBlocks(this.#context, element));
        break;
      case 'w:sectPr':
        this.#context.sections.push(element);
        break;
      case 'w:altChunk':
        this.#addInsertedFile(element);
        break;
      case 'm:oMathPara':
      case 'm:oMath':
        this.#push({ kind: 'paragraph', text: equationText(element) });
        break;
      case 'w:del':
      case 'w:moveFrom':
      case 'w:sdtPr':
      case 'w:tcPr':
      case 'w:customXmlPr':
        break;
      // Where a run is not in a paragraph, it is read as if it were one.
      case 'w:r':
      case 'w:hyperlink':
        this.#addParagraph({ name: 'w:p', attributes: {}, children: [element] });
        break;
      default:
        for (const child of elementsOf(element)) this.add(child);
    }
  }

  end(): void {
    if (this.#carried !== '') this.#push({ kind: 'paragraph', text: this.#carried });
    this.#pushAfter(this.#carriedAfter);
    this.#carried = '';
    this.#carriedAfter = [];
  }

  #addParagraph(paragraph: XmlElement): void {
    const properties = childOf(paragraph, 'w:pPr');
    const inline = inlineText(this.#context, paragraph);
    const text = this.#carried + inline.text;
    const after = [...this.#carriedAfter, ...inline.after];
    const section = childOf(properties, 'w:sectPr');
    if (section !== undefined) this.#context.sections.push(section);
    const mark = childOf(properties, 'w:rPr');
    const isJoined =
      childOf(mark, 'w:del') !== undefined || childOf(mark, 'w:moveFrom') !== undefined;
    if (isJoined || isInitial(properties)) {
      this.#carried = text;
      this.#carriedAfter = after;
      return;
    }
    this.#carried = '';
    this.#carriedAfter = [];
    this.#pushParagraph(properties, text, isOn(mark, 'w:vanish') === true && text === '');
    this.#pushAfter(after);
  }

  #pushParagraph(properties: XmlElement | undefined, text: string, isHidden: boolean): void {
    const { styles, numbering, isHeader } = this.#context;
    if (isHidden) return;
    const styleId = valueOf(properties, 'w:pStyle');
    const label = numbering.next(numberingReference(properties), styleId);
    if (text.trim() === '') return;
    const own = outlineLevel(valueOf(properties, 'w:outlineLvl'));
    const level = isHeader ? undefined : (own ?? styles.headingLevel(styleId));
    if (level !== undefined && level > 0) {
      const number = label === undefined || label.text === '- ' ? '' : `${label.text} `;
      this.#push({ kind: 'heading', level, text: oneLine(number + text) });
    } else if (label !== undefined && label.text !== '') {
      const line = oneLine(`${label.text} ${text}`);
      this.#pushItem(`${'  '.repeat(label.level)}${line}`);
    } else {
      this.#push({ kind: 'paragraph', text });
    }
  }

  /** Consecutive items make one block, a line each. */
  #pushItem(line: string): void {
    const last = this.blocks.at(-1);
    if (last?.kind === 'list') last.text += `\n${line}`;
    else this.blocks.push({ kind: 'list', text: line });
  }

  #push(block: Block): void {
    const text = block.text
      .replace(/(?<![ \t])[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
    if (text !== '') this.blocks.push({ ...block, text });
  }

  #pushAll(blocks: readonly Block[]): void {
    for (const block of blocks) this.blocks.push(block);
  }

  /** Notes, comments and drawings of a table's cells follow the table. */
  #pushAfter(blocks: readonly Block[]): void {
    const { deferred } = this.#context;
    if (deferred === undefined) this.#pushAll(blocks);
    else for (const block of blocks) deferred.push(block);
  }

  #addInsertedFile(element: XmlElement): void {
    const path = targetOf(this.#context, element.attributes['r:id']);
    if (path === undefined || this.#context.seen.has(path)) return;
    this.#context.seen.add(path);
    const place: Block = { kind: 'paragraph', text: '' };
    this.#context.insertedFiles.set(place, path);
    this.blocks.push(place);
  }
}

/** A large first letter is a paragraph of its own. */
function isInitial(properties: XmlElement | undefined): boolean {
  const frame = childOf(properties, 'w:framePr')?.attributes['dropCap'];
  return frame === 'drop' || frame === 'margin';
}
