import { cellText, oneLine, type BlockWriter } from '../blocks/block-writer.ts';
import { tableText, type TableCell } from '../blocks/table-text.ts';
import { isHidden } from './hidden.ts';
import { attributeOf, descendants, isElement, isText, type HtmlElement } from './parse-html.ts';

/** What writes the content of cells. */
export interface CellWalker {
  writer: BlockWriter;
  options: { readsHidden: boolean };
  children(node: HtmlElement, place?: { listDepth: number; verbatim: boolean }): void;
  /** Returns one that writes elsewhere. */
  separate(): CellWalker;
}

/** Writes a table, or the content of one that only arranges the page. */
export function writeTable(walker: CellWalker, table: HtmlElement, listDepth: number): void {
  const { writer, options } = walker;
  writer.flush();
  const rows = rowsOf(table);
  const caption = table.childNodes.filter(isElement).find(isNamed('caption'));
  if (caption === undefined && isLayout(table, rows)) {
    for (const row of rows) walker.children(row, { listDepth, verbatim: false });
    writer.flush();
    return;
  }
  if (caption !== undefined) {
    walker.children(caption);
    writer.flush();
  }
  const lines: TableCell[][] = [];
  for (const row of rows) {
    if (!options.readsHidden && (isHidden(row) || isInHidden(row)))
      writer.omitted.add('hidden_row');
    else lines.push(cellsOf(row).flatMap((cell) => readCell(walker, cell)));
  }
  // Columns that space others have a width or a style.
  const dropsSpacers = !rows.some((row) => cellsOf(row).some(isPlainAndEmpty));
  writer.push({ kind: 'table', text: tableText(lines, { dropsSpacers }) });
}

function isPlainAndEmpty(cell: HtmlElement): boolean {
  return (
    cell.attrs.length === 0 &&
    cell.childNodes.every((child) => isText(child) && child.value.trim() === '')
  );
}

function readCell(walker: CellWalker, cell: HtmlElement): TableCell[] {
  if (isHidden(cell) && !walker.options.readsHidden) {
    walker.writer.omitted.add('hidden_part');
    return [];
  }
  return [
    {
      text: textOf(walker, cell),
      columns: spanOf(cell, 'colspan', 1),
      rows: spanOf(cell, 'rowspan', Infinity),
    },
  ];
}

function textOf(walker: CellWalker, cell: HtmlElement): string {
  // Most cells have text alone.
  if (cell.childNodes.every(isText)) {
    const text = cell.childNodes.filter(isText).map(({ value }) => value);
    return oneLine(text.join('')).replaceAll('\u00ad', '');
  }
  const inner = walker.separate();
  inner.children(cell);
  inner.writer.flush();
  return cellText(inner.writer.blocks);
}

/** `zero` is what a span of 0 means. */
function spanOf(cell: HtmlElement, name: string, zero: number): number {
  const span = Number.parseInt(attributeOf(cell, name) ?? '1', 10);
  if (span === 0) return zero;
  return Number.isNaN(span) || span < 1 ? 1 : span;
}

const isNamed =
  (...names: string[]) =>
  ({ tagName }: HtmlElement) =>
    names.includes(tagName);

/** Returns the rows as they are shown: those of the head first and those of the foot last. */
function rowsOf(table: HtmlElement): HtmlElement[] {
  const groups = {
    thead: [] as HtmlElement[],
    tbody: [] as HtmlElement[],
    tfoot: [] as HtmlElement[],
  };
  for (const child of table.childNodes.filter(isElement)) {
    const { tagName } = child;
    if (tagName === 'tr') groups.tbody.push(child);
    else if (tagName === 'thead' || tagName === 'tbody' || tagName === 'tfoot') {
      // A second head or foot is shown where it is.
      const group = groups[tagName].length === 0 ? groups[tagName] : groups.tbody;
      for (const row of child.childNodes.filter(isElement))
        if (row.tagName === 'tr') group.push(row);
    }
  }
  return [...groups.thead, ...groups.tbody, ...groups.tfoot];
}

function isInHidden(row: HtmlElement): boolean {
  const { parentNode } = row;
  return parentNode !== null && 'tagName' in parentNode && isHidden(parentNode);
}

function cellsOf(row: HtmlElement): HtmlElement[] {
  return row.childNodes.filter(isElement).filter(isNamed('td', 'th'));
}

/**
 * Mails and older pages arrange their paragraphs in tables: in one column, around larger tables, or with
 * headings in cells.
 */
function isLayout(table: HtmlElement, rows: readonly HtmlElement[]): boolean {
  const role = attributeOf(table, 'role');
  if (role === 'presentation' || role === 'none') return true;
  const cells = rows.flatMap(cellsOf);
  if (cells.some(isNamed('th'))) return false;
  const isOneColumn = rows.every((row) => cellsOf(row).length <= 1);
  const parts: HtmlElement[] = [];
  for (const cell of cells) descendants(cell, LARGE, parts, PARTS_MAX);
  if (parts.some(({ tagName }) => /^h[1-6]$/.test(tagName))) return true;
  const nested = parts.filter(isNamed('td', 'th')).length;
  return isOneColumn ? cells.length === 1 || parts.length > 0 : nested > cells.length;
}

/** Elements that are looked at to tell a layout: tables of tables are looked at again and again. */
const PARTS_MAX = 1000;
const LARGE = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'th', 'p', 'div', 'ul', 'ol'];
