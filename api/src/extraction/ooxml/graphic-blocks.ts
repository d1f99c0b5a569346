import type { Block } from '../blocks/block.ts';
import type { Omissions } from '../blocks/omissions.ts';
import { chartBlocks } from './chart.ts';
import { diagramBlocks } from './diagram.ts';
import { drawingLines } from './drawing-text.ts';
import type { OoxmlPackage, Relationship } from './ooxml-package.ts';
import { gridOf, tableText } from './table-text.ts';
import { childOf, childrenOf, descendantsOf, type XmlElement } from '../xml/xml-tree.ts';

/** The part that is read, and what is known of all of its package. */
export interface PartContext {
  pkg: OoxmlPackage;
  relationships: readonly Relationship[];
  omitted: Omissions;
  /** Paths of parts that were read already: each is read once. */
  seen: Set<string>;
}

export function targetOf(
  { relationships }: PartContext,
  id: string | undefined,
): string | undefined {
  return id === undefined ? undefined : relationships.find((each) => each.id === id)?.target;
}

/** Returns the charts, diagrams and tables of a drawing, without those in text boxes of Word. */
export function graphicBlocks(context: PartContext, drawing: XmlElement): Block[] {
  return descendantsOf(
    drawing,
    'c:chart',
    'cx:chart',
    'dgm:relIds',
    'a:tbl',
    'w:txbxContent',
  ).flatMap((graphic) => {
    if (graphic.name === 'w:txbxContent') return [];
    if (graphic.name === 'a:tbl') return drawingTable(graphic);
    const isDiagram = graphic.name === 'dgm:relIds';
    const path = targetOf(context, graphic.attributes[isDiagram ? 'r:dm' : 'r:id']);
    if (path !== undefined && context.seen.has(path)) return [];
    if (path !== undefined) context.seen.add(path);
    const blocks = isDiagram ? diagramBlocks(context.pkg, path) : chartBlocks(context.pkg, path);
    if (blocks.length === 0)
      context.omitted.add(isDiagram ? 'diagram_without_text' : 'chart_without_data');
    return blocks;
  });
}

/** Every column of a row has a cell, those that others cover included. */
function drawingTable(table: XmlElement): Block[] {
  const rows = childrenOf(table, 'a:tr').map((row) =>
    childrenOf(row, 'a:tc').map((cell) => {
      const isOn = (name: string) => ['1', 'true'].includes(cell.attributes[name] ?? '');
      const covered = isOn('hMerge') || isOn('vMerge');
      return {
        text: covered ? '' : drawingLines(childOf(cell, 'a:txBody')).join(' '),
        span: 1,
        continues: isOn('vMerge') && !isOn('hMerge'),
      };
    }),
  );
  const text = tableText(gridOf(rows));
  return text === '' ? [] : [{ kind: 'table', text }];
}
