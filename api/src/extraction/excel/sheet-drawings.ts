import type { Block } from '../blocks/block.ts';
import { alternativeText } from '../ooxml/alternative-text.ts';
import { drawingLines } from '../ooxml/drawing-text.ts';
import { graphicBlocks, type PartContext } from '../ooxml/graphic-blocks.ts';
import { childOf, elementsOf, textOf, type XmlElement } from '../xml/xml-tree.ts';

/** Returns the text boxes, charts and pictures of a drawing on a sheet, from the top. */
export function drawingBlocks(context: PartContext, path: string | undefined): Block[] {
  if (path === undefined || context.seen.has(path)) return [];
  context.seen.add(path);
  const relationships = context.pkg.relationshipsOf(path);
  return elementsOf(context.pkg.treeOf(path))
    .map((anchor) => ({
      anchor,
      row: position(anchor, 'xdr:row'),
      column: position(anchor, 'xdr:col'),
    }))
    .toSorted((a, b) => a.row - b.row || a.column - b.column)
    .flatMap(({ anchor }) =>
      elementsOf(anchor).flatMap((shape) => shapeBlocks({ ...context, relationships }, shape)),
    );
}

function position(anchor: XmlElement, name: string): number {
  const from = Number(textOf(childOf(anchor, 'xdr:from', name)));
  return Number.isFinite(from) ? from : 0;
}

function shapeBlocks(context: PartContext, shape: XmlElement): Block[] {
  const properties = elementsOf(elementsOf(shape)[0]).find(({ name }) => name === 'xdr:cNvPr');
  if (properties?.attributes['hidden'] === '1') return [];
  switch (shape.name) {
    case 'xdr:grpSp':
      return [
        ...described(properties),
        ...elementsOf(shape).flatMap((inner) => shapeBlocks(context, inner)),
      ];
    case 'xdr:sp':
      return [
        ...described(properties),
        ...drawingLines(childOf(shape, 'xdr:txBody')).map((text): Block => ({
          kind: 'paragraph',
          text,
        })),
      ];
    case 'xdr:cxnSp':
      return described(properties);
    case 'xdr:graphicFrame':
      return [...described(properties), ...graphicBlocks(context, shape)];
    case 'xdr:pic':
      context.omitted.add('picture');
      return described(properties);
    default:
      return [];
  }
}

function described(properties: XmlElement | undefined): Block[] {
  const text = alternativeText(properties);
  return text === undefined ? [] : [{ kind: 'paragraph', text }];
}
