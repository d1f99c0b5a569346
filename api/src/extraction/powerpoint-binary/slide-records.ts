/** Types of records of a presentation (MS-PPT), and of drawings in it (MS-ODRAW). */
export const RECORD = {
  document: 0x03e8,
  slide: 0x03ee,
  notes: 0x03f0,
  slidePlace: 0x03f3,
  slideInfo: 0x03f9,
  drawing: 0x040c,
  placeholder: 0x0bc3,
  objectReference: 0x0bc1,
  outlineReference: 0x0f9e,
  textHeader: 0x0f9f,
  wideText: 0x0fa0,
  textStyle: 0x0fa1,
  narrowText: 0x0fa8,
  numbers: 0x0fac,
  string: 0x0fba,
  slideNumber: 0x0fd8,
  headersFooters: 0x0fd9,
  headersFootersFlags: 0x0fda,
  slideList: 0x0ff0,
  userEdit: 0x0ff5,
  dateField: 0x0ff7,
  genericDateField: 0x0ff8,
  headerField: 0x0ff9,
  footerField: 0x0ffa,
  formattedDateField: 0x1015,
  places: 0x1772,
  comment: 0x2ee0,
  drawingOfSlide: 0xf002,
  group: 0xf003,
  shape: 0xf004,
  groupArea: 0xf009,
  shapeFlags: 0xf00a,
  shapeProperties: 0xf00b,
  textBox: 0xf00d,
  childAnchor: 0xf00f,
  anchor: 0xf010,
  clientData: 0xf011,
  moreProperties: 0xf122,
} as const;

export interface SlideRecord {
  type: number;
  instance: number;
  isContainer: boolean;
  data: Buffer;
}

export const HEADER_BYTES = 8;
const NO_DATA = Buffer.alloc(0);
const CONTAINER = 15;

/** Returns the record at an offset; undefined where none is. */
export function recordAt(bytes: Buffer, offset: number): SlideRecord | undefined {
  if (offset + HEADER_BYTES > bytes.length) return undefined;
  const head = bytes.readUInt16LE(offset);
  const start = offset + HEADER_BYTES;
  return {
    type: bytes.readUInt16LE(offset + 2),
    instance: head >> 4,
    isContainer: (head & 15) === CONTAINER,
    data: bytes.subarray(start, start + bytes.readUInt32LE(offset + 4)),
  };
}

/** Returns the records in another one. */
export function* recordsIn(record: SlideRecord | undefined): Generator<SlideRecord> {
  const { data } = record ?? { data: NO_DATA };
  let at = 0;
  for (let next = recordAt(data, at); next !== undefined; next = recordAt(data, at)) {
    yield next;
    at += HEADER_BYTES + next.data.length;
  }
}

export function recordIn(record: SlideRecord | undefined, type: number): SlideRecord | undefined {
  for (const each of recordsIn(record)) if (each.type === type) return each;
  return undefined;
}

const DEPTH_MAX = 20;

/** Returns the records of a type in another one, however deep. */
export function recordsBelow(record: SlideRecord, type: number, depth = 0): SlideRecord[] {
  const found: SlideRecord[] = [];
  for (const each of recordsIn(record)) {
    if (each.type === type) found.push(each);
    else if (isNested(each) && depth < DEPTH_MAX) {
      for (const inner of recordsBelow(each, type, depth + 1)) found.push(inner);
    }
  }
  return found;
}

const BINARY_TAG = 0x138b;

const isNested = ({ isContainer, type }: SlideRecord) => isContainer || type === BINARY_TAG;

/** Returns a text in UTF-16. */
export function wideText({ data }: SlideRecord): string {
  return data.toString('utf16le', 0, data.length & ~1);
}
