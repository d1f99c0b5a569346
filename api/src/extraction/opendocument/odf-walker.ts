import type { BlockWriter } from '../blocks/block-writer.ts';
import { cellText, oneLine } from '../blocks/block-writer.ts';
import type { OdfNumbers } from './odf-numbers.ts';
import type { OdfStyles } from './odf-styles.ts';
import { writeOdfTable } from './odf-table.ts';
import {
  allBelow,
  childOf,
  childrenOf,
  elementsOf,
  textOf,
  type XmlElement,
} from '../xml/xml-tree.ts';

/** What a walk needs of its document. */
export interface OdfContext {
  styles: OdfStyles;
  numbers: OdfNumbers;
  /** Writes a chart, a formula or a document that is embedded. */
  writeObject(walker: OdfWalker, object: XmlElement): void;
}

type NoteWriter = (walker: OdfWalker) => void;

interface ListPlace {
  style: string;
  depth: number;
}

/** Elements whose text is not shown where they are. */
const UNSHOWN = new Set([
  'office:forms',
  'office:settings',
  'office:scripts',
  'office:event-listeners',
  'text:sequence-decls',
  'text:variable-decls',
  'text:user-field-decls',
  'text:dde-connection-decls',
  'text:ruby-text',
  'text:hidden-text',
  'text:number',
  'text:page-number',
  'draw:glue-point',
  'draw:enhanced-geometry',
  'svg:title',
  'svg:desc',
  'text:note-citation',
  'office:binary-data',
  'draw:image-map',
  'presentation:notes',
  'draw:plugin',
  'draw:image',
  'office:annotation-end',
]);

/** Writes the text that a person sees of a tree of OpenDocument. The depth of the tree is limited. */
export class OdfWalker {
  readonly writer: BlockWriter;
  readonly context: OdfContext;
  /** Notes, comments and boxes that follow the paragraph in which they are. */
  #later: (() => void)[] = [];
  #isInParagraph = false;
  /** In a cell, notes and comments wait here for the end of the table. */
  readonly #waiting: NoteWriter[] | undefined;
  readonly #notesOfCells: NoteWriter[] = [];

  constructor(writer: BlockWriter, context: OdfContext, waiting?: NoteWriter[]) {
    this.writer = writer;
    this.context = context;
    this.#waiting = waiting;
  }

  lineOfCell(nodes: readonly XmlElement[]): string {
    return this.lineOf(nodes, this.#waiting ?? this.#notesOfCells);
  }

  writeNotes(): void {
    for (const write of this.#notesOfCells.splice(0)) write(this);
  }

  /** Returns the text of nodes on one line. */
  lineOf(nodes: readonly XmlElement[], waiting = this.#waiting): string {
    const inner = new OdfWalker(this.writer.separate(), this.context, waiting);
    for (const node of nodes) inner.node(node);
    inner.writer.flush();
    return cellText(inner.writer.blocks);
  }

  children(node: XmlElement, list?: ListPlace): void {
    for (const child of node.children) {
      if (typeof child !== 'string') this.node(child, list);
      else if (this.#isInParagraph) this.writer.text(child);
    }
  }

  node(node: XmlElement, list?: ListPlace): void {
    if (UNSHOWN.has(node.name)) return;
    switch (node.name) {
      case 'text:h':
      case 'text:p':
        this.#paragraph(node);
        return;
      case 'text:list':
        this.#list(node, list);
        return;
      case 'text:numbered-paragraph':
        this.#numberedParagraph(node);
        return;
      case 'text:tracked-changes':
        this.writer.omitted.add('deleted_passage', allBelow(node, 'text:deletion').length);
        return;
      case 'text:section':
        if (isHidden(node)) this.writer.omitted.add('hidden_section');
        else this.children(node);
        return;
      case 'table:table':
        writeOdfTable(this, node);
        return;
      case 'text:s':
        this.writer.space();
        return;
      case 'text:tab':
        this.writer.verbatim('\t');
        return;
      case 'text:line-break':
        this.writer.lineBreak();
        return;
      case 'text:span':
        if (this.context.styles.hides('text', node.attributes['text:style-name'])) {
          this.writer.omitted.add('hidden_part');
        } else this.children(node);
        return;
      case 'text:note':
        this.#note(node);
        return;
      case 'office:annotation':
        this.#afterText((walker) => walker.#annotation(node));
        return;
      case 'draw:frame':
      case 'draw:custom-shape':
      case 'draw:g':
      case 'draw:rect':
      case 'draw:ellipse':
      case 'draw:circle':
      case 'draw:path':
      case 'draw:polygon':
      case 'draw:polyline':
      case 'draw:line':
      case 'draw:connector':
      case 'draw:caption':
        this.#after(() => this.#frame(node));
        return;
      case 'draw:object':
        this.#after(() => this.context.writeObject(this, node));
        return;
      default:
        this.children(node);
    }
  }

  #paragraph(node: XmlElement): void {
    const { attributes, name } = node;
    // A paragraph in a paragraph is that of a box without a frame.
    if (this.#isInParagraph) {
      this.#after(() => this.#paragraph(node));
      return;
    }
    const isConditional = childrenOf(node, 'text:hidden-paragraph').some(isHidden);
    if (isConditional || this.context.styles.hides('paragraph', attributes['text:style-name'])) {
      this.writer.omitted.add('hidden_part');
      return;
    }
    const level = Number(attributes['text:outline-level'] ?? 1) || 1;
    if (name === 'text:h') this.writer.text(this.#headingNumber(node, level));
    this.#isInParagraph = true;
    this.children(node);
    this.#isInParagraph = false;
    this.writer.flush(name === 'text:h' ? level : undefined);
    for (const write of this.#later.splice(0)) write();
  }

  /** The number that is written in the file, or the next one of its list or of the outline. */
  #headingNumber(node: XmlElement, level: number): string {
    const written = childOf(node, 'text:number');
    if (written !== undefined) return `${textOf(written)} `;
    if (node.attributes['text:is-list-header'] === 'true') return '';
    const list = this.context.styles.listOf(node.attributes['text:style-name']) ?? '';
    const start = Number(node.attributes['text:start-value']) || undefined;
    const marker = this.context.numbers.next(list, level - 1, start);
    return marker === '' || marker === '-' ? '' : `${marker} `;
  }

  #list(node: XmlElement, outer?: ListPlace): void {
    const depth = outer === undefined ? 0 : outer.depth + 1;
    const style = node.attributes['text:style-name'] ?? outer?.style ?? this.#styleOfItems(node);
    const continues =
      node.attributes['text:continue-numbering'] === 'true' ||
      node.attributes['text:continue-list'] !== undefined;
    if (depth === 0 && !continues) this.context.numbers.restart(style);
    for (const item of childrenOf(node, 'text:list-header', 'text:list-item')) {
      this.#item(item, { style, depth });
    }
  }

  /** A list without a style has that of its paragraphs. */
  #styleOfItems(list: XmlElement): string {
    const [first] = childrenOf(list, 'text:list-item').flatMap((item) =>
      childrenOf(item, 'text:p'),
    );
    return this.context.styles.listOf(first?.attributes['text:style-name']) ?? '';
  }

  #item(item: XmlElement, list: ListPlace): void {
    const first = elementsOf(item).find(({ name }) => name !== 'text:number');
    // An item that begins with another list, or is a heading, has no number of its own.
    const isItem = first !== undefined && first.name !== 'text:list' && first.name !== 'text:h';
    if (!isItem || item.name === 'text:list-header') {
      for (const child of elementsOf(item)) this.node(child, list);
      return;
    }
    const written = childOf(item, 'text:number');
    const start = Number(item.attributes['text:start-value']) || undefined;
    const counted = this.context.numbers.next(list.style, list.depth, start);
    const marker = written === undefined ? counted : oneLine(textOf(written));
    const outer = this.writer.beginItem(list.depth, marker === '' ? '-' : marker);
    for (const child of elementsOf(item)) this.node(child, list);
    this.writer.endItem(outer);
  }

  /** An item of a list that is written without the list. */
  #numberedParagraph(node: XmlElement): void {
    const { attributes } = node;
    const depth = Math.min(Math.max(1, Number(attributes['text:level'] ?? 1) || 1), 10) - 1;
    this.#item(node, {
      style:
        attributes['text:style-name'] ??
        this.context.styles.listOf(childOf(node, 'text:p')?.attributes['text:style-name']) ??
        '',
      depth,
    });
  }

  #note(node: XmlElement): void {
    const mark = oneLine(textOf(childOf(node, 'text:note-citation')));
    if (mark !== '') this.writer.text(`[${mark}]`);
    this.#afterText((walker) => {
      if (mark !== '') walker.writer.text(`[${mark}] `);
      walker.writer.text(walker.lineOf(elementsOf(childOf(node, 'text:note-body'))));
      walker.writer.flush();
    });
  }

  #annotation(node: XmlElement): void {
    const who = oneLine(textOf(childOf(node, 'dc:creator')));
    const paragraphs = childrenOf(node, 'text:p', 'text:list');
    this.writer.text(`Comment${who === '' ? '' : ` by ${who}`}: ${this.lineOf(paragraphs)}`);
    this.writer.flush();
  }

  #frame(node: XmlElement): void {
    const words = childrenOf(node, 'svg:title', 'svg:desc').map((child) => textOf(child));
    this.writer.text(words.join(' '));
    this.writer.flush();
    const objects = childrenOf(node, 'draw:object');
    const [content] = objects.length > 0 ? objects : [node];
    if (content === node) this.children(node);
    else if (content !== undefined) this.node(content);
  }

  /** Writes a note or a comment after its paragraph or its table. */
  #afterText(write: NoteWriter): void {
    if (this.#waiting === undefined) this.#after(() => write(this));
    else this.#waiting.push(write);
  }

  #after(write: () => void): void {
    if (this.#isInParagraph) this.#later.push(write);
    else write();
  }
}

/** Whether a section or a paragraph is hidden, by itself or by its condition as it was last evaluated. */
function isHidden({ attributes }: XmlElement): boolean {
  return attributes['text:display'] === 'none' || attributes['text:is-hidden'] === 'true';
}
