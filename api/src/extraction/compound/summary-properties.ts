import type { CompoundFile } from './compound-file.ts';
import { codePageDecoder } from './code-pages.ts';

const KEYS: Readonly<Record<number, string>> = {
  2: 'title',
  3: 'subject',
  4: 'author',
  5: 'keywords',
  6: 'description',
  12: 'created',
  13: 'modified',
};
const TYPE = { short: 2, text: 0x1e, wideText: 0x1f, time: 0x40 } as const;
const CODE_PAGE = 1;
const UTF16 = 1200;
const UTF8 = 65_001;
/** 100-nanosecond steps from 1601 to 1970, in milliseconds. */
const EPOCH_MS = 11_644_473_600_000;

/** Returns the code page of a file's properties; undefined where they are in Unicode, or absent. */
export function summaryCodePage(file: CompoundFile): number | undefined {
  const set = propertySet(file);
  const page = set === undefined ? undefined : placesOf(set).get(CODE_PAGE);
  if (set === undefined || page === undefined || page + 6 > set.length) return undefined;
  const codePage = set.readUInt16LE(page + 4);
  return codePage === UTF16 || codePage === UTF8 ? undefined : codePage;
}

/** Returns what a file of an old office program says about itself (MS-OLEPS). */
export function summaryProperties(file: CompoundFile): [string, unknown][] {
  const set = propertySet(file);
  try {
    return set === undefined ? [] : propertiesOf(set);
  } catch {
    // Its text is worth more than its properties.
    return [];
  }
}

function propertySet(file: CompoundFile): Buffer | undefined {
  const bytes = file.stream('\u0005SummaryInformation');
  if (bytes === undefined || bytes.length < 48) return undefined;
  const set = bytes.subarray(bytes.readUInt32LE(44));
  return set.length < 8 ? undefined : set;
}

function placesOf(set: Buffer): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = 8; at + 8 <= Math.min(set.length, 8 + 8 * set.readUInt32LE(4)); at += 8) {
    places.set(set.readUInt32LE(at), set.readUInt32LE(at + 4));
  }
  return places;
}

function propertiesOf(set: Buffer): [string, unknown][] {
  const places = placesOf(set);
  const page = places.get(CODE_PAGE);
  const codePage = page === undefined ? 1252 : set.readUInt16LE(page + 4);
  return Object.entries(KEYS).flatMap(([id, key]): [string, unknown][] => {
    const at = places.get(Number(id));
    const value = at === undefined ? undefined : valueAt(set, at, codePage);
    return value === undefined || value === '' ? [] : [[key, value]];
  });
}

function valueAt(set: Buffer, at: number, codePage: number): string | undefined {
  const type = set.readUInt16LE(at);
  if (type === TYPE.time) {
    const time = Number(set.readBigUInt64LE(at + 4) / 10_000n);
    return time === 0 ? undefined : new Date(time - EPOCH_MS).toISOString();
  }
  const length = set.readUInt32LE(at + 4);
  if (type === TYPE.wideText)
    return untilNull(set.toString('utf16le', at + 8, at + 8 + 2 * length));
  if (type !== TYPE.text) return undefined;
  const bytes = set.subarray(at + 8, at + 8 + length);
  return untilNull(
    codePage === UTF16 ? bytes.toString('utf16le') : codePageDecoder(codePage)(bytes),
  );
}

const untilNull = (text: string) => text.replace(/\0[^]*$/, '').trim();
