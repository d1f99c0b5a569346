import type { Block } from '../blocks/block.ts';
import { gridOf, oneLine, tableText, type TableCell } from '../ooxml/table-text.ts';
import { childOf, elementsOf, isOn, valueOf, type XmlElement } from '../xml/xml-tree.ts';
import type { WordContext } from './word-context.ts';

/** Returns a table as one block; one of a single cell, which is a frame, as what is in it. */
export function tableBlocks(context: WordContext, table: XmlElement): Block[] {
  const rows = partsOf(table, 'w:tr').filter((row) => !isLeftOut(childOf(row, 'w:trPr')));
  const cells = rows.map((row) => partsOf(row, 'w:tc'));
  const [single] = cells[0] ?? [];
  if (single !== undefined && cells.length === 1 && cells[0]?.length === 1) {
    return context.blocksOf(elementsOf(single), context);
  }
  const deferred: Block[] = [];
  const inner = { ...context, deferred: context.deferred ?? deferred };
  const grid = rows.map((row, at) =>
    gapBefore(row).concat((cells[at] ?? []).map((cell) => cellOf(inner, cell))),
  );
  const text = tableText(gridOf(grid));
  const described = descriptionOf(childOf(table, 'w:tblPr'));
  return text === '' ? deferred : [...described, { kind: 'table', text }, ...deferred];
}

/** The alternative text of a table. */
function descriptionOf(properties: XmlElement | undefined): Block[] {
  const said = [valueOf(properties, 'w:tblCaption'), valueOf(properties, 'w:tblDescription')];
  const text = oneLine(said.filter(Boolean).join('. '));
  return text === '' ? [] : [{ kind: 'paragraph', text }];
}

/** Rows and cells may be inside of content controls and marks of changes. */
function partsOf(element: XmlElement, name: string): XmlElement[] {
  return elementsOf(element).flatMap((child) => {
    if (child.name === name) return [child];
    const isWrapper = /^w:(?:sdt|sdtContent|customXml|ins|moveTo|smartTag)$/.test(child.name);
    return isWrapper ? partsOf(child, name) : [];
  });
}

function isLeftOut(properties: XmlElement | undefined): boolean {
  return childOf(properties, 'w:del') !== undefined || isOn(properties, 'w:hidden') === true;
}

function gapBefore(row: XmlElement): TableCell[] {
  const span = spanOf(valueOf(childOf(row, 'w:trPr'), 'w:gridBefore'), 0);
  return span === 0 ? [] : [{ text: '', span, continues: false }];
}

function cellOf(context: WordContext, cell: XmlElement): TableCell {
  const properties = childOf(cell, 'w:tcPr');
  const merge = childOf(properties, 'w:vMerge');
  const across = childOf(properties, 'w:hMerge');
  const isCovered = across !== undefined && across.attributes['val'] !== 'restart';
  return {
    text: isCovered ? '' : flatText(context.blocksOf(elementsOf(cell), context)),
    span: spanOf(valueOf(properties, 'w:gridSpan'), 1),
    continues: merge !== undefined && merge.attributes['val'] !== 'restart',
  };
}

function spanOf(value: string | undefined, otherwise: number): number {
  const span = Math.trunc(Number(value ?? otherwise));
  return span >= 0 && span <= 1000 ? span : otherwise;
}

/** Returns the content of a cell on a line; of a table in it, with commas and semicolons. */
export function flatText(blocks: readonly Block[]): string {
  return blocks
    .map(({ kind, text }) => {
      if (kind !== 'table') return oneLine(text);
      return text
        .split('\n')
        .map((row) =>
          row
            .split(' | ')
            .filter((cell) => cell !== '')
            .join(', '),
        )
        .join('; ');
    })
    .join(' ');
}
