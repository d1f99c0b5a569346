/** Types of records of a workbook (MS-XLS), of its versions from Excel 2 to 2003. */
export const RECORD = {
  formula: 0x06,
  end: 0x0a,
  header: 0x14,
  footer: 0x15,
  note: 0x1c,
  date1904: 0x22,
  filePass: 0x2f,
  continue: 0x3c,
  codePage: 0x42,
  object: 0x5d,
  columns: 0x7d,
  sheet: 0x85,
  multipleRk: 0xbd,
  richString: 0xd6,
  xf: 0xe0,
  merges: 0xe5,
  sharedStrings: 0xfc,
  sharedLabel: 0xfd,
  textObject: 0x1b6,
  number: 0x203,
  label: 0x204,
  boolean: 0x205,
  string: 0x207,
  row: 0x208,
  rk: 0x27e,
  format: 0x41e,
  begin: 0x809,
  chartText: 0x100d,
} as const;

export interface BiffRecord {
  type: number;
  data: Buffer;
  /** Records that continue it. */
  more: Buffer[];
  /** How many parts of the stream it is in: 1 on a sheet, 2 in a chart on it. */
  depth: number;
}

/** Returns the records of a part of a workbook that begins at an offset, with those of parts in it, up to its end. */
export function* biffRecords(stream: Buffer, offset: number): Generator<BiffRecord> {
  let depth = 0;
  let at = offset;
  while (at + 4 <= stream.length) {
    const type = stream.readUInt16LE(at);
    const data = dataAt(stream, at);
    at += 4 + data.length;
    const more: Buffer[] = [];
    while (at + 4 <= stream.length && stream.readUInt16LE(at) === RECORD.continue) {
      const part = dataAt(stream, at);
      more.push(part);
      at += 4 + part.length;
    }
    if (type === RECORD.begin) depth += 1;
    yield { type, data, more, depth };
    if (type === RECORD.end) depth -= 1;
    if (depth <= 0) return;
  }
}

function dataAt(stream: Buffer, at: number): Buffer {
  return stream.subarray(at + 4, at + 4 + stream.readUInt16LE(at + 2));
}
