import type { Block } from './block.ts';
import { Omissions } from './omissions.ts';

interface ListItem {
  depth: number;
  marker: string;
}

const DEPTH_SHOWN = 20;
const SPACES = /[ \t\n\r\f\u00a0\u2002\u2003\u2009]+/g;

/** Collects runs of text into blocks, as a browser collects them into lines. */
export class BlockWriter {
  readonly blocks: Block[] = [];
  page: number | undefined;
  #line = '';
  /** The line's last character. Asking a long text for it would copy the text. */
  #last = '\n';
  #item: ListItem | undefined;
  /** The item and the block of the last line of a list. */
  #lastLine: { item: ListItem; block: Block } | undefined;
  readonly omitted: Omissions;

  constructor(omitted = new Omissions()) {
    this.omitted = omitted;
  }

  /** Adds text in which any run of spaces and line ends counts as one space. */
  text(text: string): void {
    const collapsed = text.replace(SPACES, ' ').replaceAll('\u00ad', '');
    this.#append(/\s/.test(this.#last) ? collapsed.replace(/^ /, '') : collapsed);
  }

  /** Adds text with its spaces and line ends. */
  verbatim(text: string): void {
    this.#append(text.replaceAll('\u00ad', ''));
  }

  get isLineEmpty(): boolean {
    return this.#line.trim() === '';
  }

  /** Separates words. */
  space(): void {
    this.text(' ');
  }

  lineBreak(): void {
    if (this.#line !== '') this.#append('\n');
  }

  /** Puts text before what is not yet ended. */
  prepend(text: string): void {
    if (this.#line.trim() !== '') this.#line = text + this.#line;
  }

  /** Ends an item of a list. */
  flushItem(depth: number, marker: string): void {
    const line = this.#line;
    this.#line = '';
    const outer = this.beginItem(depth, marker);
    this.#line = line;
    this.endItem(outer);
  }

  /** Ends a paragraph, or a heading with a level. */
  flush(level?: number): void {
    const text = this.#line
      // Each run of spaces is looked at once: without the first condition, from each of its characters.
      .replace(/(?<![ \t])[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .replace(/^\n+/, '')
      .trimEnd();
    this.#line = '';
    this.#last = '\n';
    if (text.trim() === '') return;
    if (level !== undefined) this.push({ kind: 'heading', level, text: oneLine(text) });
    else if (this.#item === undefined) this.push({ kind: 'paragraph', text });
    else this.#writeItem(this.#item, oneLine(text));
  }

  /** Ends lines of code, which stay lines. */
  flushCode(): void {
    const item = this.#item;
    if (item === undefined) {
      this.flush();
      return;
    }
    const indent = '  '.repeat(Math.min(item.depth, DEPTH_SHOWN) + 1);
    const lines = this.#line.replace(/^\n+/, '').trimEnd();
    this.#line = '';
    this.#last = '\n';
    if (lines === '') return;
    if (item.marker !== '') this.#writeItem(item, lines.replaceAll('\n', `\n${indent}`));
    else this.#writeLine(item, indent + lines.replaceAll('\n', `\n${indent}`));
    this.#lastLine = undefined;
  }

  push(block: Block): void {
    if (block.text.trim() === '') return;
    this.blocks.push(this.page === undefined ? block : { ...block, page: this.page });
  }

  /** Begins an item of a list, which ends with `endItem` of what this returns. */
  beginItem(depth: number, marker: string): ListItem | undefined {
    this.flush();
    const outer = this.#item;
    this.#item = { depth, marker };
    return outer;
  }

  endItem(outer: ListItem | undefined): void {
    this.flush();
    this.#item = outer;
  }

  /** Returns a writer of text that stands elsewhere, such as a cell. */
  separate(): BlockWriter {
    return new BlockWriter(this.omitted);
  }

  #append(text: string): void {
    if (text === '') return;
    this.#line += text;
    this.#last = text.charAt(text.length - 1);
  }

  #writeItem(item: ListItem, text: string): void {
    const last = this.blocks.at(-1);
    if (item.marker === '' && this.#lastLine?.item === item && this.#lastLine.block === last) {
      last.text += ` ${text}`;
      return;
    }
    const indent = '  '.repeat(Math.min(item.depth, DEPTH_SHOWN));
    this.#writeLine(item, `${indent}${item.marker === '' ? '  ' : `${item.marker} `}${text}`);
    item.marker = '';
  }

  #writeLine(item: ListItem, line: string): void {
    const last = this.blocks.at(-1);
    if (last?.kind === 'list' && last.page === this.page) last.text += `\n${line}`;
    else this.push({ kind: 'list', text: line });
    const block = this.blocks.at(-1);
    this.#lastLine = block === undefined ? undefined : { item, block };
  }
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Returns blocks as the one line of a cell. */
export function cellText(blocks: readonly Block[]): string {
  return oneLine(blocks.map(flat).join(' '));
}

function flat({ kind, text }: Block): string {
  if (kind === 'list') return text.replace(/^\s*- /gm, '').replaceAll('\n', '; ');
  return kind === 'table' ? text.replaceAll(' | ', ', ').replaceAll('\n', '; ') : text;
}
