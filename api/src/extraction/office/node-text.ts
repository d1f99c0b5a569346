import type { OfficeContentNode } from 'officeparser';

/** Nodes that have lines of their own inside a cell or a quotation. */
const BLOCK_TYPES = new Set([
  'paragraph',
  'heading',
  'list',
  'table',
  'row',
  'code',
  'sheet',
  'page',
]);

/** Returns the text below a node, without markup. */
export function inlineText(node: OfficeContentNode): string {
  if (node.type === 'break') return '\n';
  if (node.type === 'image' || node.type === 'comment') return '';
  const children = node.children ?? [];
  if (children.length === 0) return node.text ?? '';
  let text = '';
  for (const child of children) {
    const piece = inlineText(child);
    const separate = BLOCK_TYPES.has(child.type) && text !== '' && !text.endsWith('\n');
    text += separate ? `\n${piece}` : piece;
  }
  return text;
}

/** Returns a table as one line per row, with bars between cells. */
export function tableText(
  table: OfficeContentNode,
  { keepEmptyCells }: { keepEmptyCells: boolean },
): string {
  const lines: string[] = [];
  for (const row of rowsOf(table)) {
    const cells = (row.children ?? []).map((cell) => inlineText(cell).replace(/\s+/g, ' ').trim());
    const shown = keepEmptyCells
      ? withoutTrailingEmpties(cells)
      : cells.filter((cell) => cell !== '');
    if (shown.length > 0) lines.push(shown.join(' | '));
  }
  return lines.join('\n');
}

function rowsOf(table: OfficeContentNode): OfficeContentNode[] {
  return (table.children ?? []).flatMap((child) =>
    child.type === 'row' ? [child] : rowsOf(child),
  );
}

function withoutTrailingEmpties(cells: string[]): string[] {
  const last = cells.findLastIndex((cell) => cell !== '');
  return cells.slice(0, last + 1);
}
