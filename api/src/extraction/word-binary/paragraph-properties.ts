import { PROPERTY, propertyChanges, valueOf, type PropertyChange } from './property-changes.ts';
import { runAt } from './property-pages.ts';
import type { BinaryContext } from './word-context.ts';

/** The cells of a row: where each begins and ends, and which belong to the cell above. */
export interface RowLayout {
  edges: number[];
  continues: boolean[];
}

export interface ParagraphProperties {
  style: number;
  /** How many tables it is in. */
  depth: number;
  isRowEnd: boolean;
  isInnerCellEnd: boolean;
  isInnerRowEnd: boolean;
  isInitial: boolean;
  /** Level of its heading, from 1; 0 for text of the body; undefined where its style decides. */
  outline: number | undefined;
  list: number;
  listLevel: number;
  row: RowLayout | undefined;
}

const DEPTH_MAX = 16;
const CELL_BYTES = 20;
const MERGED_MASK = 0x60;
const MERGED_BELOW = 0x20;

/** Returns the properties of a paragraph of which nothing is said but its style. */
export function plainParagraph(style: number): ParagraphProperties {
  return {
    style,
    depth: 0,
    isRowEnd: false,
    isInnerCellEnd: false,
    isInnerRowEnd: false,
    isInitial: false,
    outline: undefined,
    list: 0,
    listLevel: 0,
    row: undefined,
  };
}

/** Returns the properties of the paragraph whose last character is at a byte of the text. */
export function paragraphProperties(
  context: BinaryContext,
  byte: number,
  ofPiece: Buffer,
): ParagraphProperties {
  const run = context.paragraphs[runAt(context.paragraphs, byte)];
  const isHere = run !== undefined && run.start <= byte;
  const style = (isHere ? run.style : undefined) ?? 0;
  const properties = plainParagraph(style);
  for (const change of context.styles.paragraphChanges(style)) {
    if (change.code !== PROPERTY.outline) apply(properties, change);
  }
  if (isHere) applyAll(properties, run.list, context.data);
  if (ofPiece.length > 0) applyAll(properties, ofPiece, context.data);
  return properties;
}

function applyAll(properties: ParagraphProperties, list: Buffer, data: Buffer): void {
  for (const change of propertyChanges(list)) {
    const isElsewhere =
      change.code === PROPERTY.paragraphElsewhere || change.code === PROPERTY.tableElsewhere;
    if (!isElsewhere) {
      apply(properties, change);
      continue;
    }
    const at = valueOf(change, 4);
    if (at + 2 > data.length) continue;
    const other = data.subarray(at + 2, at + 2 + data.readUInt16LE(at));
    for (const each of propertyChanges(other)) apply(properties, each);
  }
}

function apply(properties: ParagraphProperties, change: PropertyChange): void {
  const { code, value } = change;
  switch (code) {
    case PROPERTY.inTable:
      properties.depth = valueOf(change, 1) === 0 ? 0 : Math.max(1, properties.depth);
      break;
    case PROPERTY.tableDepth:
      properties.depth = Math.min(DEPTH_MAX, valueOf(change, 4));
      break;
    case PROPERTY.rowEnd:
      properties.isRowEnd = valueOf(change, 1) !== 0;
      break;
    case PROPERTY.innerCellEnd:
      properties.isInnerCellEnd = valueOf(change, 1) !== 0;
      break;
    case PROPERTY.innerRowEnd:
      properties.isInnerRowEnd = valueOf(change, 1) !== 0;
      break;
    case PROPERTY.initial:
      properties.isInitial = [1, 2].includes(valueOf(change, 2) & 7);
      break;
    case PROPERTY.outline: {
      const level = valueOf(change, 1);
      properties.outline = level >= 9 ? 0 : level + 1;
      break;
    }
    case PROPERTY.list:
      properties.list = valueOf(change, 2);
      break;
    case PROPERTY.listLevel:
      properties.listLevel = Math.min(8, valueOf(change, 1));
      break;
    case PROPERTY.columns:
      properties.row = rowLayout(value);
      break;
    case PROPERTY.verticalMerge:
      if (properties.row !== undefined && value.length >= 2) {
        properties.row.continues[value.readUInt8(0)] = value.readUInt8(1) === 1;
      }
      break;
  }
}

function rowLayout(value: Buffer): RowLayout | undefined {
  const count = value[0];
  if (count === undefined || value.length < 1 + 2 * (count + 1)) return undefined;
  const cellsAt = 1 + 2 * (count + 1);
  return {
    edges: Array.from({ length: count + 1 }, (_, at) => value.readInt16LE(1 + 2 * at)),
    continues: Array.from({ length: count }, (_, at) => {
      const place = cellsAt + CELL_BYTES * at;
      return (
        place + 2 <= value.length && (value.readUInt16LE(place) & MERGED_MASK) === MERGED_BELOW
      );
    }),
  };
}
