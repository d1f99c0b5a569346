import { buildCompound, uint16, uint32, utf16 } from './build-compound.ts';

/** Builds a record with data. */
export function atom(type: number, data: Buffer, instance = 0): Buffer {
  return Buffer.concat([uint16(instance << 4, type), uint32(data.length), data]);
}

/** Builds a record of records. */
export function container(type: number, parts: readonly Buffer[], instance = 0): Buffer {
  const data = Buffer.concat(parts);
  return Buffer.concat([uint16((instance << 4) | 15, type), uint32(data.length), data]);
}

/** A text: of use 0 a title, of 1 a body, of 2 notes, of 4 another. */
export const text = (use: number, content: string, ...more: Buffer[]) => [
  atom(0x0f9f, uint32(use)),
  atom(0x0fa0, utf16(content)),
  ...more,
];

export interface TestShape {
  text?: readonly Buffer[];
  /** Left, top, right, bottom. */
  box?: readonly [number, number, number, number];
  placeholder?: number;
  isInGroup?: boolean;
  /** The list of numbers of its paragraphs. */
  numbers?: Buffer;
}

export function shape({ text: content, box, placeholder, isInGroup, numbers }: TestShape): Buffer {
  const [left = 0, top = 0, right = 0, bottom = 0] = box ?? [];
  const anchor =
    isInGroup === true
      ? atom(0xf00f, uint32(left, top, right, bottom))
      : atom(0xf010, uint16(top, left, right, bottom));
  return container(0xf004, [
    ...(box === undefined ? [] : [anchor]),
    ...(placeholder === undefined
      ? []
      : [container(0xf011, [atom(0x0bc3, Buffer.from([0, 0, 0, 0, placeholder, 0, 0, 0]))])]),
    ...(numbers === undefined
      ? []
      : [
          container(0xf011, [
            container(0x1388, [container(0x138a, [atom(0x138b, atom(0x0fac, numbers))])]),
          ]),
        ]),
    ...(content === undefined ? [] : [container(0xf00d, content)]),
  ]);
}

/** A table: a group of shapes that says so. */
export function table(cells: readonly TestShape[]): Buffer {
  const isTable = Buffer.concat([uint16(0x039f), uint32(1)]);
  const own = container(0xf004, [atom(0xf010, uint16(500, 0, 900, 900)), atom(0xf122, isTable, 1)]);
  return container(0xf003, [own, ...cells.map((cell) => shape({ ...cell, isInGroup: true }))]);
}

const drawing = (shapes: readonly Buffer[]) =>
  container(0x040c, [container(0xf002, [container(0xf003, [container(0xf004, []), ...shapes])])]);

export interface TestSlide {
  shapes: readonly Buffer[];
  isHidden?: boolean;
  notes?: readonly Buffer[];
  /** Texts of the outline, to which shapes refer by their number. */
  outline?: readonly Buffer[];
  more?: readonly Buffer[];
}

const FIRST_SLIDE = 256;

/**
 * Builds a presentation of PowerPoint 97. `token` is that of its last edit; a broken one is behind the
 * edit that has the records, and leads nowhere.
 */
export function buildPpt(
  slides: readonly TestSlide[],
  { token = 0xe391c05f, brokenEdit = false } = {},
): Buffer {
  const records: Buffer[] = [];
  const numbers = { slides: 2, notes: 2 + slides.length };
  const slideRecords = slides.map(({ shapes, isHidden = false, notes, more = [] }, at) =>
    container(0x03ee, [
      atom(
        0x03ef,
        Buffer.concat([
          Buffer.alloc(16),
          uint32(notes === undefined ? 0 : FIRST_SLIDE + at),
          Buffer.alloc(4),
        ]),
      ),
      atom(0x03f9, Buffer.concat([Buffer.alloc(10), uint16(isHidden ? 4 : 0), Buffer.alloc(4)])),
      drawing(shapes),
      ...more,
    ]),
  );
  const notesRecords = slides.map(({ notes = [] }) => container(0x03f0, [drawing(notes)]));
  const place = (number: number, id: number) => atom(0x03f3, uint32(number, 0, 0, id, 0));
  const document = container(0x03e8, [
    container(
      0x0ff0,
      slides.flatMap(({ outline = [] }, at) => [
        place(numbers.slides + at, FIRST_SLIDE + at),
        ...outline,
      ]),
    ),
    container(
      0x0ff0,
      slides.map((_, at) => place(numbers.notes + at, FIRST_SLIDE + at)),
      2,
    ),
  ]);
  records.push(document, ...slideRecords, ...notesRecords);
  const offsets: number[] = [];
  let at = 0;
  for (const record of records) {
    offsets.push(at);
    at += record.length;
  }
  const places = atom(0x1772, uint32((records.length << 20) | 1, ...offsets));
  const edit = atom(0x0ff5, uint32(0, 0, 0, at, 1, 0, 0));
  const stream = Buffer.concat([...records, places, edit]);
  const broken = atom(0x0ff5, uint32(0, 0, 0x7fffffff, 0, 1, 0, 0));
  const last = brokenEdit ? stream.length : at + places.length;
  const user = atom(0x0ff6, Buffer.concat([uint32(20, token, last), Buffer.alloc(8)]));
  return buildCompound({
    'PowerPoint Document': brokenEdit ? Buffer.concat([stream, broken]) : stream,
    'Current User': user,
  });
}
