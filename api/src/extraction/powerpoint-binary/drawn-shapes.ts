import type { Block } from '../blocks/block.ts';
import type { Omissions } from '../blocks/omissions.ts';
import { tableText, type TableCell } from '../blocks/table-text.ts';
import { imageText } from '../ooxml/alternative-text.ts';
import { oneLine } from '../ooxml/table-text.ts';
import type { Box } from '../powerpoint/slide-layout.ts';
import { inReadingOrder, type PlacedShape } from '../powerpoint/slide-shapes.ts';
import { shapeProperties, type ShapeProperties } from './shape-properties.ts';
import { RECORD, recordIn, recordsBelow, recordsIn, type SlideRecord } from './slide-records.ts';
import { isTitle, lineText, textBlocks, textOfBox, type SlideText } from './slide-text.ts';

export interface Drawing {
  outline: readonly SlideText[];
  omitted: Omissions;
  /** Kinds of placeholders that are left out. */
  without: ReadonlySet<number>;
  /** Texts of the outline that shapes have shown. */
  shown: Set<SlideText>;
}

const GROUPS_MAX = 16;
const PICTURE = 75;
/** Edges of cells that are no further apart are one, in the units of a slide. */
const SAME_EDGE = 8;

/** Returns the blocks of a slide's or a note's drawing, in the order in which they are read. */
export function drawnBlocks(drawing: Drawing, page: SlideRecord): Block[] {
  const root = recordIn(recordIn(page, RECORD.drawing), RECORD.drawingOfSlide);
  const group = recordIn(root, RECORD.group);
  return group === undefined ? [] : groupBlocks(drawing, group, 0);
}

function groupBlocks(drawing: Drawing, group: SlideRecord, depth: number): Block[] {
  const [own, ...members] = recordsIn(group);
  if (depth > GROUPS_MAX || own === undefined) return [];
  if (depth > 0 && shapeProperties(own).isTable) return tableOf(drawing, members);
  const placed = members.map((member): PlacedShape => {
    if (member.type !== RECORD.group) return placedShape(drawing, member);
    const box = boxOf(recordIn(member, RECORD.shape));
    return { box, isTitle: false, blocks: groupBlocks(drawing, member, depth + 1) };
  });
  return inReadingOrder(placed.filter(({ blocks }) => blocks.length > 0)).flatMap(
    ({ blocks }) => blocks,
  );
}

function placedShape(drawing: Drawing, shape: SlideRecord): PlacedShape {
  const properties = shapeProperties(shape);
  const client = recordIn(shape, RECORD.clientData);
  const placeholder = recordIn(client, RECORD.placeholder)?.data[4] ?? 0;
  const nothing = { box: undefined, isTitle: false, blocks: [] };
  if (properties.isHidden || drawing.without.has(placeholder)) return nothing;
  const text = textOfBox(recordIn(shape, RECORD.textBox), drawing.outline);
  if (text !== undefined) {
    drawing.shown.add(text);
    text.numbers = client === undefined ? undefined : recordsBelow(client, RECORD.numbers)[0]?.data;
  }
  count(drawing.omitted, shape, client);
  const blocks = [...(text === undefined ? [] : textBlocks(text)), ...describedBlocks(properties)];
  return { box: boxOf(shape), isTitle: text !== undefined && isTitle(text), blocks };
}

function describedBlocks({ description, drawnText }: ShapeProperties): Block[] {
  return [oneLine(drawnText), imageText([description]) ?? '']
    .filter((text) => text !== '')
    .map((text) => ({ kind: 'paragraph', text }));
}

function count(omitted: Omissions, shape: SlideRecord, client: SlideRecord | undefined): void {
  const isObject = recordIn(client, RECORD.objectReference) !== undefined;
  if (isObject) omitted.add('embedded_object');
  else if (recordIn(shape, RECORD.shapeFlags)?.instance === PICTURE) omitted.add('picture');
}

function boxOf(shape: SlideRecord | undefined): Box | undefined {
  const child = recordIn(shape, RECORD.childAnchor)?.data;
  if (child !== undefined && child.length >= 16) {
    const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((at) =>
      child.readInt32LE(at),
    );
    return { left, top, width: right - left, height: bottom - top };
  }
  const own = recordIn(shape, RECORD.anchor)?.data;
  if (own === undefined || own.length < 8) return undefined;
  const [top = 0, left = 0, right = 0, bottom = 0] =
    own.length >= 16
      ? [0, 4, 8, 12].map((at) => own.readInt32LE(at))
      : [0, 2, 4, 6].map((at) => own.readInt16LE(at));
  return { left, top, width: right - left, height: bottom - top };
}

/** How many columns or rows begin in a cell. */
const spanOf = (starts: readonly number[], from: number, size: number) =>
  Math.max(
    1,
    starts.filter((each) => each > from - SAME_EDGE && each < from + size - SAME_EDGE).length,
  );

/** A table is a group of shapes, one a cell, beside lines. */
function tableOf(drawing: Drawing, members: readonly SlideRecord[]): Block[] {
  const cells = members.flatMap((member) => {
    const box = boxOf(member);
    const text = textOfBox(recordIn(member, RECORD.textBox), drawing.outline);
    if (box === undefined || text === undefined) return [];
    return [{ box, text: oneLine(text.text.split('\r').map(lineText).join(' ')) }];
  });
  const edges = (of: (box: Box) => number) => {
    const sorted = [...new Set(cells.map(({ box }) => of(box)))].toSorted((a, b) => a - b);
    return sorted.filter((edge, at) => at === 0 || edge - (sorted[at - 1] ?? 0) > SAME_EDGE);
  };
  const lefts = edges(({ left }) => left);
  const tops = edges(({ top }) => top);
  const rows = tops.map((): TableCell[] => []);
  for (const { box, text } of cells.toSorted((a, b) => a.box.left - b.box.left)) {
    rows[tops.findLastIndex((top) => top <= box.top)]?.push({
      text,
      columns: spanOf(lefts, box.left, box.width),
      rows: spanOf(tops, box.top, box.height),
    });
  }
  const text = tableText(rows);
  return text === '' ? [] : [{ kind: 'table', text }];
}
