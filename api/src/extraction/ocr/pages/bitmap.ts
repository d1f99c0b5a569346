import type { GrayPage } from '../engine/gray-page.ts';
import { unpackRuns } from './bitmap-runs.ts';

/** Refuses an image of too many pixels. */
export type CheckSize = (width: number, height: number) => void;

const FILE_HEADER = 14;
const OLD_HEADER = 12;
/** How pixels are written; masks may be of three colors or of four. */
const PACKED = { none: 0, runs8: 1, runs4: 2, masks: 3, masks4: 6 } as const;
const MASKS_AT = 54;

/** What a bitmap says of its pixels. */
interface BitmapHeader {
  width: number;
  height: number;
  isTopDown: boolean;
  bits: number;
  packed: number;
  pixelsAt: number;
  /** The gray of each color that pixels name by its number. */
  palette: Uint8Array;
}

/** Returns the gray pixels of a bitmap of Windows, of 1 to 32 bits. */
export function unpackBitmap(bytes: Uint8Array, checkSize: CheckSize): GrayPage {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = headerOf(buffer);
  const { width, height, bits, packed, palette } = header;
  if (width <= 0 || height <= 0) throw new Error('A bitmap without pixels');
  checkSize(width, height);
  const isRuns = packed === PACKED.runs8 || packed === PACKED.runs4;
  if (isRuns) {
    const numbers = unpackRuns(buffer.subarray(header.pixelsAt), width, height, bits);
    return { width, height, pixels: numbers.map((number) => palette[number] ?? 0) };
  }
  const rowBytes = 4 * Math.ceil((width * bits) / 32);
  if (header.pixelsAt + rowBytes * height > buffer.length + 3) throw new Error('A cut bitmap');
  const pixels = new Uint8Array(width * height);
  const grayAt = pixelReader(buffer, header);
  for (let row = 0; row < height; row += 1) {
    const from = header.pixelsAt + rowBytes * (header.isTopDown ? row : height - 1 - row);
    for (let column = 0; column < width; column += 1) {
      pixels[row * width + column] = grayAt(from, column);
    }
  }
  return { width, height, pixels };
}

function headerOf(buffer: Buffer): BitmapHeader {
  const size = buffer.readUInt32LE(FILE_HEADER);
  const isOld = size === OLD_HEADER;
  const height = isOld ? buffer.readUInt16LE(20) : buffer.readInt32LE(22);
  const bits = buffer.readUInt16LE(isOld ? 24 : 28);
  const packed = isOld ? PACKED.none : buffer.readUInt32LE(30);
  if (
    ![1, 4, 8, 16, 24, 32].includes(bits) ||
    packed > PACKED.masks4 ||
    packed === 4 ||
    packed === 5
  ) {
    throw new Error('A bitmap of another format');
  }
  const named = isOld ? 0 : buffer.readUInt32LE(46);
  const colors = bits > 8 ? 0 : named === 0 ? 2 ** bits : Math.min(named, 2 ** bits);
  return {
    width: isOld ? buffer.readUInt16LE(18) : buffer.readInt32LE(18),
    height: Math.abs(height),
    isTopDown: height < 0,
    bits,
    packed,
    pixelsAt: buffer.readUInt32LE(10),
    palette: Uint8Array.from({ length: colors }, (_, at) => {
      const place = FILE_HEADER + size + (isOld ? 3 : 4) * at;
      return gray(buffer[place + 2] ?? 0, buffer[place + 1] ?? 0, buffer[place] ?? 0);
    }),
  };
}

function pixelReader(
  buffer: Buffer,
  { bits, packed, palette }: BitmapHeader,
): (row: number, column: number) => number {
  const at = (place: number) => buffer[place] ?? 0;
  if (bits <= 8) {
    const each = 8 / bits;
    const mask = 2 ** bits - 1;
    return (row, column) => {
      const byte = at(row + Math.floor(column / each));
      return palette[(byte >> (bits * (each - 1 - (column % each)))) & mask] ?? 0;
    };
  }
  const isMasked = packed === PACKED.masks || packed === PACKED.masks4;
  if (bits === 24 || (bits === 32 && !isMasked)) {
    const bytes = bits / 8;
    return (row, column) => {
      const place = row + bytes * column;
      return gray(at(place + 2), at(place + 1), at(place));
    };
  }
  const masks = isMasked
    ? [0, 4, 8].map((place) => buffer.readUInt32LE(MASKS_AT + place))
    : [0x7c00, 0x3e0, 0x1f];
  const [red, green, blue] = masks.map(channelOf);
  const bytes = bits / 8;
  return (row, column) => {
    const place = row + bytes * column;
    const value =
      at(place) +
      at(place + 1) * 256 +
      (bits === 32 ? (at(place + 2) + at(place + 3) * 256) * 65_536 : 0);
    return gray(red?.(value) ?? 0, green?.(value) ?? 0, blue?.(value) ?? 0);
  };
}

/** Returns a reader of the bits of a mask, as a number up to 255. */
function channelOf(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  const low = mask & -mask;
  const shift = 31 - Math.clz32(low);
  const most = mask >>> shift;
  return (value) => Math.round((255 * ((value & mask) >>> shift)) / most);
}

/** By ITU-R BT.601. */
function gray(red: number, green: number, blue: number): number {
  return Math.round((299 * red + 587 * green + 114 * blue) / 1000);
}
