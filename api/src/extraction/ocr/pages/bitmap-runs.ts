/** Marks after a zero, in place of the number of a color. */
const MARK = { row: 0, end: 1, move: 2 } as const;

/** Returns the numbers of colors that are written as runs, row by row from the top. */
export function unpackRuns(data: Buffer, width: number, height: number, bits: number): Uint8Array {
  const numbers = new Uint8Array(width * height);
  let [at, column, row] = [0, 0, 0];
  const put = (number: number) => {
    if (column < width && row < height) numbers[(height - 1 - row) * width + column] = number;
    column += 1;
  };
  const numberAt = (byte: number, index: number) =>
    bits === 8 ? byte : index % 2 === 0 ? byte >> 4 : byte & 15;
  while (at + 2 <= data.length && row < height) {
    const [count, value] = [data.readUInt8(at), data.readUInt8(at + 1)];
    at += 2;
    if (count > 0) {
      for (let index = 0; index < count; index += 1) put(numberAt(value, index));
    } else if (value === MARK.row) {
      column = 0;
      row += 1;
    } else if (value === MARK.end) break;
    else if (value === MARK.move) {
      if (at + 2 > data.length) break;
      column += data.readUInt8(at);
      row += data.readUInt8(at + 1);
      at += 2;
    } else {
      for (let index = 0; index < value; index += 1) {
        put(numberAt(data[at + (bits === 8 ? index : index >> 1)] ?? 0, index));
      }
      const size = bits === 8 ? value : (value + 1) >> 1;
      at += size + (size % 2);
    }
  }
  return numbers;
}
