import { rowText } from '../blocks/table-text.ts';
import { oneLine, type BlockWriter } from '../blocks/block-writer.ts';
import type { OdfStyles } from './odf-styles.ts';
import { shownValue } from './odf-values.ts';
import { allBelow, childrenOf, elementsOf, textOf, type XmlElement } from '../xml/xml-tree.ts';

/** What writes the content of cells. */
interface CellWalker {
  writer: BlockWriter;
  context: { styles: OdfStyles };
  /** Returns the text of a cell on one line. Its notes and comments wait. */
  lineOfCell(nodes: readonly XmlElement[]): string;
  node(node: XmlElement): void;
  /** Writes the notes and comments of cells. */
  writeNotes(): void;
}

/** Columns of the widest sheet, and characters of cells and rows that are written once and repeat. */
const COLUMNS_MAX = 16_384;
const REPEATED_MAX = 1_000_000;

/** Writes a table of a text, or a sheet. */
export function writeOdfTable(walker: CellWalker, table: XmlElement): void {
  if (walker.context.styles.hides('table', table.attributes['table:style-name'])) {
    walker.writer.omitted.add('hidden_table');
    return;
  }
  walker.writer.flush();
  walker.writer.push({ kind: 'table', text: new TableReader(walker, table).lines.join('\n') });
  for (const shapes of childrenOf(table, 'table:shapes')) {
    for (const shape of elementsOf(shapes)) walker.node(shape);
  }
  walker.writeNotes();
}

class TableReader {
  readonly lines: string[] = [];
  readonly #walker: CellWalker;
  readonly #hiddenColumns: ReadonlySet<number>;
  /** Labels of merged cells by column, and the further rows in which they are. */
  readonly #merged = new Map<number, { text: string; rows: number }>();
  #repeatable = REPEATED_MAX;

  constructor(walker: CellWalker, table: XmlElement) {
    this.#walker = walker;
    this.#hiddenColumns = hiddenColumns(table);
    if (this.#hiddenColumns.size > 0)
      walker.writer.omitted.add('hidden_column', this.#hiddenColumns.size);
    this.#rows(table);
  }

  #rows(group: XmlElement): void {
    for (const node of elementsOf(group)) {
      if (node.name === 'table:table-row') this.#row(node);
      else if (/^table:table-(?:header-rows|rows|row-group)$/.test(node.name)) {
        if (node.attributes['table:display'] === 'false') {
          this.#walker.writer.omitted.add('hidden_row', allBelow(node, 'table:table-row').length);
        } else this.#rows(node);
      }
    }
  }

  #row(row: XmlElement): void {
    const line = this.#line(row);
    if (line === '') return;
    const times = count(row, 'table:number-rows-repeated');
    if (/^(?:collapse|filter)$/.test(row.attributes['table:visibility'] ?? '')) {
      this.#walker.writer.omitted.add('hidden_row', times);
      return;
    }
    this.lines.push(line);
    for (let at = 1; at < times && this.#takes(line.length + 1); at += 1) this.lines.push(line);
  }

  #line(row: XmlElement): string {
    const cells: string[] = [];
    let column = 0;
    let empties = 0;
    for (const cell of childrenOf(row, 'table:table-cell', 'table:covered-table-cell')) {
      const times = Math.min(count(cell, 'table:number-columns-repeated'), COLUMNS_MAX - column);
      const own = cell.name === 'table:table-cell' ? this.#text(cell) : '';
      for (let at = 0; at < times; at += 1) {
        const text = own === '' ? this.#labelAt(column) : own;
        const rows = count(cell, 'table:number-rows-spanned');
        if (own !== '' && rows > 1) this.#merged.set(column, { text, rows: rows - 1 });
        column += 1;
        if (this.#hiddenColumns.has(column - 1)) continue;
        if (text === '' || (at > 0 && !this.#takes(text.length))) {
          empties += 1;
          // Nothing else comes in a run of empty cells.
          if (this.#merged.size === 0 && this.#hiddenColumns.size === 0 && text === '') {
            empties += times - at - 1;
            column += times - at - 1;
            break;
          }
          continue;
        }
        for (; empties > 0; empties -= 1) cells.push('');
        cells.push(text);
      }
    }
    return rowText(cells);
  }

  #labelAt(column: number): string {
    const merged = this.#merged.get(column);
    if (merged === undefined) return '';
    merged.rows -= 1;
    if (merged.rows === 0) this.#merged.delete(column);
    return this.#takes(merged.text.length) ? merged.text : '';
  }

  #text(cell: XmlElement): string {
    if (cell.children.length === 0) return shownValue(cell);
    const [only] = cell.children;
    // Most cells have one paragraph of plain text.
    if (cell.children.length === 1 && typeof only === 'object' && only.name === 'text:p') {
      if (only.children.every((child) => typeof child === 'string')) return oneLine(textOf(only));
    }
    const text = this.#walker.lineOfCell(elementsOf(cell));
    return text === '' ? shownValue(cell) : text;
  }

  /** Counts characters that the file has once and the text more often. */
  #takes(length: number): boolean {
    this.#repeatable -= length;
    return this.#repeatable >= 0;
  }
}

function count({ attributes }: XmlElement, name: string): number {
  const value = Number(attributes[name] ?? 1);
  return value >= 1 ? Math.floor(value) : 1;
}

function hiddenColumns(table: XmlElement): Set<number> {
  const hidden = new Set<number>();
  let at = 0;
  const add = (group: XmlElement, isGroupHidden: boolean) => {
    for (const node of elementsOf(group)) {
      if (node.name === 'table:table-column') {
        const times = Math.min(count(node, 'table:number-columns-repeated'), COLUMNS_MAX - at);
        const isHidden = /^(?:collapse|filter)$/.test(node.attributes['table:visibility'] ?? '');
        // The rest of a sheet may be hidden to its last column.
        if ((isHidden || isGroupHidden) && times < 1000) {
          for (let column = at; column < at + times; column += 1) hidden.add(column);
        }
        at += times;
      } else if (/^table:table-(?:header-columns|columns|column-group)$/.test(node.name)) {
        add(node, isGroupHidden || node.attributes['table:display'] === 'false');
      }
    }
  };
  add(table, false);
  return hidden;
}
