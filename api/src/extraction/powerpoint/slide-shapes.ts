import type { Block } from '../blocks/block.ts';
import { alternativeText } from '../ooxml/alternative-text.ts';
import { graphicBlocks, type PartContext } from '../ooxml/graphic-blocks.ts';
import { oneLine } from '../ooxml/table-text.ts';
import { descendantsOf, elementsOf, type XmlElement } from '../xml/xml-tree.ts';
import { shapeText } from './shape-text.ts';
import { placeholderOf, type Box, type SlideLayout } from './slide-layout.ts';

/** What a shape says, and where. */
export interface PlacedShape {
  box: Box | undefined;
  isTitle: boolean;
  blocks: Block[];
}

/** Footers and dates that slides repeat. */
export type Repeated = Set<string>;

/** Returns the blocks of a tree of shapes: the title, then from top to bottom and left to right. */
export function shapesBlocks(
  context: PartContext,
  layout: SlideLayout,
  tree: XmlElement,
  repeated: Repeated,
): Block[] {
  const placed = elementsOf(tree)
    .map((shape): PlacedShape => ({
      box: layout.boxOf(shape),
      isTitle: /^(?:title|ctrTitle)$/.test(placeholderOf(shape)?.type ?? ''),
      blocks: shapeBlocks(context, layout, shape, repeated),
    }))
    .filter(({ blocks }) => blocks.length > 0);
  return inReadingOrder(placed).flatMap(({ blocks }) => blocks);
}

function shapeBlocks(
  context: PartContext,
  layout: SlideLayout,
  shape: XmlElement,
  repeated: Repeated,
): Block[] {
  const properties = elementsOf(elementsOf(shape)[0]).find(({ name }) => name === 'p:cNvPr');
  if (['1', 'true'].includes(properties?.attributes['hidden'] ?? '')) return [];
  switch (shape.name) {
    case 'p:sp': {
      const blocks = textBlocks(layout, shape, repeated);
      // An empty placeholder is not shown.
      const isEmpty = blocks.length === 0 && placeholderOf(shape) !== undefined;
      return isEmpty ? [] : withAlternative(properties, blocks);
    }
    case 'p:grpSp':
      return withAlternative(properties, shapesBlocks(context, layout, shape, repeated));
    case 'p:cxnSp':
      return paragraphOf(alternativeText(properties));
    case 'p:graphicFrame':
      return frameBlocks(context, shape, properties);
    case 'p:pic': {
      const media = descendantsOf(shape, 'a:videoFile', 'a:audioFile').length > 0;
      context.omitted.add(media ? 'sound_or_video' : 'picture');
      return paragraphOf(alternativeText(properties));
    }
    case 'p:contentPart':
      context.omitted.add('drawing_by_hand');
      return [];
    default:
      return [];
  }
}

function textBlocks(layout: SlideLayout, shape: XmlElement, repeated: Repeated): Block[] {
  const type = placeholderOf(shape)?.type ?? '';
  if (type === 'sldNum') return [];
  const blocks = shapeText(layout, shape);
  const text = oneLine(blocks.map((block) => block.text).join(' '));
  if (type === 'title' || type === 'ctrTitle') {
    return text === '' ? [] : [{ kind: 'heading', level: 1, text: text.replace(/^- /, '') }];
  }
  if (type === 'ftr' || type === 'dt' || type === 'hdr') {
    if (repeated.has(text)) return [];
    repeated.add(text);
  }
  return blocks;
}

function frameBlocks(
  context: PartContext,
  frame: XmlElement,
  properties: XmlElement | undefined,
): Block[] {
  const blocks = [...paragraphOf(alternativeText(properties)), ...graphicBlocks(context, frame)];
  const objects = descendantsOf(frame, 'p:oleObj');
  context.omitted.add('embedded_object', objects.length);
  return blocks;
}

/** A heading stays the first block of its shape. */
function withAlternative(properties: XmlElement | undefined, blocks: Block[]): Block[] {
  const alternative = paragraphOf(alternativeText(properties));
  return blocks[0]?.kind === 'heading' ? blocks.concat(alternative) : alternative.concat(blocks);
}

function paragraphOf(text: string | undefined): Block[] {
  return text === undefined ? [] : [{ kind: 'paragraph', text }];
}

/** Returns titles, then the others from the top and from the left. */
export function inReadingOrder(shapes: readonly PlacedShape[]): PlacedShape[] {
  const titles = shapes.filter(({ isTitle }) => isTitle);
  const others = shapes.filter(({ isTitle }) => !isTitle);
  return [...titles, ...inRows(others)];
}

/** Shapes that are beside each other for half of the lower one are a row. Those without a place come first. */
function inRows(shapes: readonly PlacedShape[]): PlacedShape[] {
  const rows: { shapes: (PlacedShape & { box: Box })[]; bottom: number; top: number }[] = [];
  const placed = shapes.flatMap((shape) =>
    shape.box === undefined ? [] : [{ ...shape, box: shape.box }],
  );
  for (const shape of placed.toSorted((a, b) => a.box.top - b.box.top)) {
    const { top, height } = shape.box;
    const row = rows.at(-1);
    const shared = row === undefined ? 0 : Math.min(row.bottom, top + height) - top;
    if (
      row !== undefined &&
      (top === row.top || shared > Math.min(height, row.bottom - row.top) / 2)
    ) {
      row.shapes.push(shape);
    } else rows.push({ shapes: [shape], top, bottom: top + height });
  }
  return [
    ...shapes.filter(({ box }) => box === undefined),
    ...rows.flatMap((row) => row.shapes.toSorted((a, b) => a.box.left - b.box.left)),
  ];
}
