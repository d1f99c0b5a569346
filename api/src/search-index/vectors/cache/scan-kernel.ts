/** The part of the standard that this file uses; Node's own types leave it out. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Memory: new (pages: { initial: number }) => { buffer: ArrayBuffer; grow(pages: number): number };
  Instance: new (module: object, imports: object) => { exports: object };
};

const PAGE_BYTES = 65_536;
/** Bytes of a row are compared in steps of this many, so rows are padded to a multiple of it. */
const STEP = 16;
/** Largest number of the query: sums of the longest vectors then fit into 32 bits. */
const QUERY_MAX = 2047;

/** Returns the bytes of a row of so many dimensions. */
export const strideOf = (dimensions: number): number => Math.ceil(dimensions / STEP) * STEP;

const I32 = 0x7f;
const V128 = 0x7b;
/** Parameters and locals of the function. */
const [rows, row, stride, query, out, end, part, sum, bytes] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const constant = (value: number) => [0x41, value];
const ADD = 0x6a;
const SUBTRACT = 0x6b;
const LESS = 0x49;
const LOOP = [0x03, 0x40];
const REPEAT_IF = [0x0d, 0x00];
const END = 0x0b;
const load = (offset: number) => [0xfd, 0x00, 0x00, offset];
const ZERO = [0xfd, 0x0c, ...Array<number>(16).fill(0)];
const EXTEND_LOW = [0xfd, 0x87, 0x01];
const EXTEND_HIGH = [0xfd, 0x88, 0x01];
const DOT = [0xfd, 0xba, 0x01];
const ADD_LANES = [0xfd, 0xae, 0x01];
const lane = (index: number) => [0xfd, 0x1b, index];
const STORE = [0x36, 0x02, 0x00];

/**
 * For each of `rows` rows of `stride` bytes from `row` on, writes the dot product with the 16-bit numbers
 * at `query` to `out`, as a 32-bit number.
 */
const CODE = [
  LOOP,
  [ZERO, set(sum), get(query), set(part)],
  [get(row), get(stride), ADD, set(end)],
  LOOP,
  [get(row), load(0), set(bytes)],
  [get(bytes), EXTEND_LOW, get(part), load(0), DOT],
  [get(sum), ADD_LANES, set(sum)],
  [get(bytes), EXTEND_HIGH, get(part), load(16), DOT],
  [get(sum), ADD_LANES, set(sum)],
  [get(part), constant(32), ADD, set(part)],
  [get(row), constant(STEP), ADD, set(row)],
  [get(row), get(end), LESS, REPEAT_IF, END],
  [get(out), get(sum), lane(0), get(sum), lane(1), ADD],
  [get(sum), lane(2), ADD, get(sum), lane(3), ADD, STORE],
  [get(out), constant(4), ADD, set(out)],
  [get(rows), constant(1), SUBTRACT, set(rows)],
  [get(rows), REPEAT_IF, END, END],
].flat(2);

const section = (id: number, content: readonly number[]) => [id, ...sized(content)];
const sized = (content: readonly number[]) => {
  const { length } = content;
  return length < 128 ? [length, ...content] : [(length & 127) | 128, length >> 7, ...content];
};
const name = (text: string) => sized([...Buffer.from(text)]);

/** The name of the format, and its version. */
const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

/** One module: it imports `env.memory` and exports `scan`. */
const MODULE = new WebAssembly.Module(
  Uint8Array.from([
    ...HEADER,
    ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
    ...section(2, [1, ...name('env'), ...name('memory'), 0x02, 0x00, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('scan'), 0x00, 0]),
    ...section(10, [1, ...sized([2, 2, I32, 2, V128, ...CODE])]),
  ]),
);

type Scan = (rows: number, row: number, stride: number, query: number, out: number) => void;

const memory = new WebAssembly.Memory({ initial: 1 });
const { scan } = new WebAssembly.Instance(MODULE, { env: { memory } }).exports as { scan: Scan };

/**
 * Returns a function that compares a query of length 1 with rows of 8-bit numbers, at most `maxRows` at once,
 * and returns their dot products before the rows' factors; they are valid until the next call. Vector
 * instructions take a tenth of the time of a loop here.
 */
export function prepareScan(
  vector: Float32Array,
  maxRows: number,
): (numbers: Int8Array, count: number) => { products: Int32Array; factor: number } {
  const bytesPerRow = strideOf(vector.length);
  const queryAt = maxRows * bytesPerRow;
  const outAt = queryAt + bytesPerRow * 2;
  const missing = outAt + maxRows * 4 - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));

  let most = 0;
  for (const value of vector) most = Math.max(most, Math.abs(value));
  const factor = most / QUERY_MAX;
  const numbersOfQuery = new Int16Array(memory.buffer, queryAt, bytesPerRow).fill(0);
  if (factor > 0) {
    for (const [at, value] of vector.entries()) numbersOfQuery[at] = Math.round(value / factor);
  }
  return (numbers, count) => {
    new Int8Array(memory.buffer).set(numbers.subarray(0, count * bytesPerRow), 0);
    if (count > 0) scan(count, 0, bytesPerRow, queryAt, outAt);
    return { products: new Int32Array(memory.buffer, outAt, count), factor };
  };
}
