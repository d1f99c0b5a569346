import type { Block } from '../blocks/block.ts';
import { oneLine } from '../ooxml/table-text.ts';
import type { ParagraphProperties } from './paragraph-properties.ts';
import { StoryReader, type StoryParagraph } from './story-paragraphs.ts';
import { tableBlocks, type TableRow } from './binary-table.ts';
import type { BinaryContext } from './word-context.ts';

/** The document at the bottom, and each table that is open in the one below it. */
interface Frame {
  /** Of the document, or of the cell that is being read. */
  blocks: Block[];
  cells: Block[][];
  rows: TableRow[];
}

/** Returns a part of the text as blocks. */
export function blocksOfText(
  context: BinaryContext,
  start: number,
  end: number,
  isHeader: boolean,
): Block[] {
  const story = new StoryReader(context, isHeader);
  story.read(start, end);
  return blocksOfParagraphs(story.paragraphs, context, isHeader);
}

export function blocksOfParagraphs(
  paragraphs: readonly StoryParagraph[],
  context: Pick<BinaryContext, 'styles' | 'lists'>,
  isHeader: boolean,
): Block[] {
  const builder = new BlockBuilder(context, isHeader);
  for (const paragraph of paragraphs) builder.add(paragraph);
  return builder.end();
}

class BlockBuilder {
  readonly #context: Pick<BinaryContext, 'styles' | 'lists'>;
  readonly #isHeader: boolean;
  readonly #bottom: Frame = { blocks: [], cells: [], rows: [] };
  readonly #tables: Frame[] = [];
  /** Notes and text boxes of a table's cells follow the table. */
  #deferred: Block[] = [];
  /** A large first letter is a paragraph of its own: the next one begins with it. */
  #carried = '';

  constructor(context: Pick<BinaryContext, 'styles' | 'lists'>, isHeader: boolean) {
    this.#context = context;
    this.#isHeader = isHeader;
  }

  add({ text, properties, endsCell, after }: StoryParagraph): void {
    const depth = endsCell ? Math.max(1, properties.depth) : properties.depth;
    this.#openTables(depth);
    const frame = this.#frame;
    const isRowEnd = depth === 1 ? properties.isRowEnd && endsCell : properties.isInnerRowEnd;
    if (isRowEnd) {
      if (frame.blocks.length > 0) frame.cells.push(frame.blocks);
      frame.rows.push({ cells: frame.cells, layout: properties.row });
      frame.blocks = [];
      frame.cells = [];
      return;
    }
    if (properties.isInitial && depth === 0) this.#carried += text;
    else {
      this.#addParagraph(frame, properties, this.#carried + text);
      this.#carried = '';
    }
    (depth === 0 ? frame.blocks : this.#deferred).push(...after);
    if (endsCell || properties.isInnerCellEnd) {
      frame.cells.push(frame.blocks);
      frame.blocks = [];
    }
  }

  end(): Block[] {
    this.#openTables(0);
    push(this.#bottom.blocks, { kind: 'paragraph', text: this.#carried });
    return this.#bottom.blocks;
  }

  get #frame(): Frame {
    return this.#tables.at(-1) ?? this.#bottom;
  }

  #openTables(depth: number): void {
    while (this.#tables.length < depth) this.#tables.push({ blocks: [], cells: [], rows: [] });
    while (this.#tables.length > depth) {
      const table = this.#tables.pop();
      if (table === undefined) break;
      const open = [...table.cells, ...(table.blocks.length > 0 ? [table.blocks] : [])];
      const rows = open.length === 0 ? table.rows : [...table.rows, { cells: open }];
      for (const block of tableBlocks(rows)) this.#frame.blocks.push(block);
    }
    if (depth === 0) {
      for (const block of this.#deferred) this.#bottom.blocks.push(block);
      this.#deferred = [];
    }
  }

  #addParagraph({ blocks }: Frame, properties: ParagraphProperties, text: string): void {
    const { styles, lists } = this.#context;
    if (text.trim() === '') return;
    const label = lists.next(properties);
    const outline = properties.outline ?? styles.headingLevel(properties.style);
    if (!this.#isHeader && outline !== undefined && outline > 0) {
      const number = label === undefined || label.text === '- ' ? '' : `${label.text} `;
      push(blocks, { kind: 'heading', level: outline, text: oneLine(number + text) });
    } else if (label !== undefined && label.text !== '') {
      const line = `${'  '.repeat(label.level)}${oneLine(`${label.text} ${text}`)}`;
      const last = blocks.at(-1);
      if (last?.kind === 'list') last.text += `\n${line}`;
      else blocks.push({ kind: 'list', text: line });
    } else push(blocks, { kind: 'paragraph', text });
  }
}

function push(blocks: Block[], block: Block): void {
  const text = block.text
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (text !== '') blocks.push({ ...block, text });
}
