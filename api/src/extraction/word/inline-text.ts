import type { Block } from '../blocks/block.ts';
import { equationText } from '../ooxml/equation.ts';
import { childOf, elementsOf, isOn, textOf, valueOf, type XmlElement } from '../xml/xml-tree.ts';
import { isPageNumber } from './field-stack.ts';
import { formFieldText } from './form-field.ts';
import { drawingBlocks, objectBlocks, pictureBlocks } from './inline-drawing.ts';
import { symbolOf, symbolText } from './symbol-fonts.ts';
import type { WordContext } from './word-context.ts';

/** The text of a paragraph, and what follows it: notes, comments, text boxes, charts. */
export interface InlineText {
  text: string;
  after: Block[];
}

/** Returns what a paragraph shows, without deleted and hidden text. */
export function inlineText(context: WordContext, paragraph: XmlElement): InlineText {
  const styleId = valueOf(childOf(paragraph, 'w:pPr'), 'w:pStyle');
  const reader = new InlineReader(context, context.styles.isHidden(styleId));
  reader.addChildren(paragraph);
  context.fields.endParagraph();
  return {
    text: reader.text.replaceAll('\u00ad', '').replaceAll('\u2011', '-'),
    after: reader.after,
  };
}

class InlineReader {
  text = '';
  readonly after: Block[] = [];
  readonly #context: WordContext;
  readonly #isHidden: boolean;
  #font: string | undefined;

  constructor(context: WordContext, isHidden: boolean) {
    this.#context = context;
    this.#isHidden = isHidden;
  }

  addChildren(element: XmlElement): void {
    for (const child of elementsOf(element)) this.#add(child);
  }

  #add(element: XmlElement): void {
    const { fields, notes } = this.#context;
    switch (element.name) {
      case 'w:r':
        this.#addRun(element);
        break;
      case 'w:t':
        this.#show(symbolText(textOf(element).replace(/[\r\n]+/g, ' '), this.#font));
        break;
      case 'w:tab':
      case 'w:ptab':
        this.#show('\t');
        break;
      case 'w:br':
      case 'w:cr':
        this.#show('\n');
        break;
      case 'w:noBreakHyphen':
        this.#show('-');
        break;
      case 'w:sym':
        this.#show(
          symbolOf(
            element.attributes['font'] ?? '',
            Number.parseInt(element.attributes['char'] ?? '', 16),
          ),
        );
        break;
      case 'w:fldChar':
        this.#addFieldMark(element);
        break;
      case 'w:instrText':
        fields.instruct(textOf(element));
        break;
      case 'w:fldSimple':
        if (!(this.#context.isHeader && isPageNumber(element.attributes['instr'] ?? '')))
          this.addChildren(element);
        break;
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        if (fields.isSilent(false)) break;
        this.after.push(
          ...notes.note(
            this.#context,
            element.name === 'w:footnoteReference' ? 'footnote' : 'endnote',
            element.attributes['id'],
            undefined,
          ),
        );
        break;
      case 'w:commentReference':
        this.after.push(...notes.comment(this.#context, element.attributes['id']));
        break;
      case 'm:oMathPara':
      case 'm:oMath':
        this.#show(equationText(element));
        break;
      case 'w:drawing':
        this.after.push(...drawingBlocks(this.#context, element));
        break;
      case 'w:pict':
        this.after.push(...pictureBlocks(this.#context, element));
        break;
      case 'w:object':
        this.after.push(...objectBlocks(this.#context, element));
        break;
      case 'w:ruby':
        for (const base of elementsOf(childOf(element, 'w:rubyBase'))) this.#add(base);
        break;
      case 'w:del':
      case 'w:moveFrom':
      case 'w:delText':
      case 'w:pPr':
      case 'w:rPr':
      case 'w:sdtPr':
      case 'w:smartTagPr':
      case 'w:customXmlPr':
      case 'w:fldData':
        break;
      default:
        this.addChildren(element);
    }
  }

  #addRun(run: XmlElement): void {
    const properties = childOf(run, 'w:rPr');
    const style = valueOf(properties, 'w:rStyle');
    const isHidden =
      isOn(properties, 'w:vanish') ??
      (style !== undefined && this.#context.styles.isHidden(style) ? true : this.#isHidden);
    const fonts = childOf(properties, 'w:rFonts')?.attributes;
    this.#font = fonts?.['ascii'] ?? fonts?.['hAnsi'];
    const children = elementsOf(run);
    const custom = children.find(
      ({ name, attributes }) =>
        /^w:(?:foot|end)noteReference$/.test(name) &&
        ['1', 'true', 'on'].includes(attributes['customMarkFollows'] ?? ''),
    );
    if (custom !== undefined && !isHidden) this.#addMarkedNote(custom, children);
    else {
      for (const child of children) {
        // Fields go on where their marks are hidden.
        if (!isHidden || child.name === 'w:fldChar' || child.name === 'w:instrText')
          this.#add(child);
      }
    }
  }

  /** A note whose mark was chosen by the writer: the text after the reference. */
  #addMarkedNote(reference: XmlElement, children: readonly XmlElement[]): void {
    const before = this.text;
    for (const child of children) if (child !== reference) this.#add(child);
    const mark = this.text.slice(before.length).trim();
    this.text = before;
    const kind = reference.name === 'w:footnoteReference' ? 'footnote' : 'endnote';
    this.after.push(
      ...this.#context.notes.note(this.#context, kind, reference.attributes['id'], mark || '*'),
    );
  }

  #addFieldMark(element: XmlElement): void {
    const { fields } = this.#context;
    switch (element.attributes['fldCharType']) {
      case 'begin':
        fields.begin(formFieldText(childOf(element, 'w:ffData')));
        break;
      case 'separate':
        fields.separate();
        break;
      case 'end':
        this.text += fields.end();
        break;
    }
  }

  #show(text: string): void {
    if (!this.#context.fields.isSilent(this.#context.isHeader)) this.text += text;
  }
}
