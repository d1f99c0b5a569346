/** A change of one property (`sprm`): its code, and the value that it sets. */
export interface PropertyChange {
  code: number;
  value: Buffer;
}

/** Codes of the properties that are read (MS-DOC, 2.6). */
export const PROPERTY = {
  deleted: 0x0800,
  hidden: 0x083c,
  special: 0x0855,
  characterStyle: 0x4a30,
  symbol: 0x6a09,
  inTable: 0x2416,
  rowEnd: 0x2417,
  innerCellEnd: 0x244b,
  innerRowEnd: 0x244c,
  tableDepth: 0x6649,
  outline: 0x2640,
  listLevel: 0x260a,
  list: 0x460b,
  initial: 0x442c,
  paragraphElsewhere: 0x6646,
  tableElsewhere: 0x646b,
  columns: 0xd608,
  verticalMerge: 0xd62b,
  titlePage: 0x300a,
} as const;

const SIZES = [1, 1, 2, 4, 2, 2, undefined, 3] as const;
const TABS = 0xc615;

/** Returns the changes in a list of them; one that is cut ends it. */
export function propertyChanges(list: Buffer): PropertyChange[] {
  const changes: PropertyChange[] = [];
  let at = 0;
  while (at + 2 < list.length) {
    const code = list.readUInt16LE(at);
    at += 2;
    let size: number | undefined = SIZES[code >> 13];
    if (size === undefined) {
      const isLong = code === PROPERTY.columns;
      if (isLong && at + 2 > list.length) break;
      size = isLong ? list.readUInt16LE(at) - 1 : list.readUInt8(at);
      at += isLong ? 2 : 1;
      if (code === TABS && size === 255) break;
    }
    if (size < 0) break;
    changes.push({ code, value: list.subarray(at, at + size) });
    at += size;
  }
  return changes;
}

/** Returns a value of up to four bytes; 0 for one that is cut. */
export function valueOf({ value }: PropertyChange, size: 1 | 2 | 4): number {
  return value.length < size ? 0 : value.readUIntLE(0, size);
}
