import { positionsOf } from './document-header.ts';

/** Properties of the bytes of the text from `start` to before `end`. */
export interface PropertyRun {
  start: number;
  end: number;
  style: number | undefined;
  list: Buffer;
}

const PAGE = 512;
const NO_CHANGES = Buffer.alloc(0);

/** Returns the properties of characters or paragraphs of the text, by the pages that a table lists. */
export function propertyRuns(
  main: Buffer,
  table: Buffer,
  kind: 'character' | 'paragraph',
): PropertyRun[] {
  const numbers = positionsOf(table, 4).items.map((item) => item.readUInt32LE(0) & 0x3fffff);
  return [...new Set(numbers)]
    .flatMap((number) => runsOfPage(main.subarray(number * PAGE, (number + 1) * PAGE), kind))
    .toSorted((a, b) => a.start - b.start);
}

function runsOfPage(page: Buffer, kind: 'character' | 'paragraph'): PropertyRun[] {
  if (page.length < PAGE) return [];
  const count = page.readUInt8(PAGE - 1);
  const itemBytes = kind === 'character' ? 1 : 13;
  const runs: PropertyRun[] = [];
  for (let at = 0; at < count; at += 1) {
    const place = 4 * (count + 1) + itemBytes * at;
    if (place >= PAGE) break;
    const [start, end] = [page.readUInt32LE(4 * at), page.readUInt32LE(4 * at + 4)];
    const offset = 2 * page.readUInt8(place);
    if (end <= start) continue;
    const list = offset === 0 ? NO_CHANGES : listAt(page, offset, kind);
    const hasStyle = kind === 'paragraph' && list.length >= 2;
    runs.push({
      start,
      end,
      style: hasStyle ? list.readUInt16LE(0) : undefined,
      list: hasStyle ? list.subarray(2) : list,
    });
  }
  return runs;
}

function listAt(page: Buffer, offset: number, kind: 'character' | 'paragraph'): Buffer {
  const size = page.readUInt8(offset);
  if (kind === 'character') return page.subarray(offset + 1, offset + 1 + size);
  if (size > 0) return page.subarray(offset + 1, offset + 2 * size);
  if (offset + 1 >= PAGE) return NO_CHANGES;
  return page.subarray(offset + 2, offset + 2 + 2 * page.readUInt8(offset + 1));
}

/** Returns the number of the run that holds a byte, or of the first one after it. */
export function runAt(runs: readonly PropertyRun[], byte: number): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.end ?? 0) <= byte) low = middle + 1;
    else high = middle;
  }
  return low;
}
