import { NUMBER_FORMATS } from '../ooxml/number-codes.ts';
import {
  LEVELS,
  ListCounter,
  type Label,
  type List,
  type ListLevel,
} from '../word/list-counter.ts';

const LIST_BYTES = 28;
const LEVEL_BYTES = 28;
const OVERRIDE_BYTES = 16;
const START_MAX = 1_000_000;
const NO_LIST = 0xf801;

/** The lists of a document, which count its paragraphs as they are met. */
export class BinaryLists {
  readonly #counter = new ListCounter();
  readonly #instances: (List | undefined)[] = [];

  constructor(definitions: Buffer, overrides: Buffer) {
    const lists = definitionsOf(definitions);
    if (overrides.length >= 4) this.#addInstances(overrides, lists);
  }

  /** Counts a paragraph and returns its label; undefined for one that is in no list. */
  next({ list, listLevel }: { list: number; listLevel: number }): Label | undefined {
    if (list === 0 || list === NO_LIST) return undefined;
    const instance = this.#instances[list - 1];
    return instance === undefined ? undefined : this.#counter.next(instance, listLevel);
  }

  #addInstances(bytes: Buffer, lists: ReadonlyMap<number, List['levels']>): void {
    const count = Math.min(bytes.readUInt32LE(0), Math.floor((bytes.length - 4) / OVERRIDE_BYTES));
    let at = 4 + OVERRIDE_BYTES * count;
    for (let index = 0; index < count; index += 1) {
      const head = bytes.subarray(4 + OVERRIDE_BYTES * index);
      const id = head.readInt32LE(0);
      const levels = lists.get(id);
      const list: List = {
        definition: String(id),
        levels: [...(levels ?? [])],
        starts: [],
        isStarted: false,
      };
      this.#instances.push(levels === undefined ? undefined : list);
      at += 4;
      for (let each = 0; each < head.readUInt8(12) && at + 8 <= bytes.length; each += 1) {
        const flags = bytes.readUInt32LE(at + 4);
        const level = flags & 15;
        if ((flags & 16) !== 0 && level < LEVELS) list.starts[level] = start(bytes, at);
        at += 8;
        if ((flags & 32) === 0) continue;
        const own = levelAt(bytes, at);
        if (own === undefined) return;
        if (level < LEVELS) list.levels[level] = own.level;
        at = own.end;
      }
    }
  }
}

function definitionsOf(bytes: Buffer): Map<number, List['levels']> {
  const lists = new Map<number, List['levels']>();
  if (bytes.length < 2) return lists;
  const count = Math.min(bytes.readUInt16LE(0), Math.floor((bytes.length - 2) / LIST_BYTES));
  let at = 2 + LIST_BYTES * count;
  for (let index = 0; index < count; index += 1) {
    const head = bytes.subarray(2 + LIST_BYTES * index);
    const levels: ListLevel[] = [];
    const isSimple = (head.readUInt8(26) & 1) === 1;
    while (levels.length < (isSimple ? 1 : LEVELS)) {
      const found = levelAt(bytes, at);
      if (found === undefined) return lists;
      levels.push(found.level);
      at = found.end;
    }
    lists.set(head.readInt32LE(0), levels);
  }
  return lists;
}

function levelAt(bytes: Buffer, at: number): { level: ListLevel; end: number } | undefined {
  if (at + LEVEL_BYTES + 2 > bytes.length) return undefined;
  const flags = bytes.readUInt8(at + 5);
  const textAt = at + LEVEL_BYTES + bytes.readUInt8(at + 24) + bytes.readUInt8(at + 25);
  if (textAt + 2 > bytes.length) return undefined;
  const end = textAt + 2 + 2 * bytes.readUInt16LE(textAt);
  const text = bytes.toString('utf16le', textAt + 2, Math.min(end, bytes.length));
  const level: ListLevel = {
    start: start(bytes, at),
    format: NUMBER_FORMATS[bytes.readUInt8(at + 4)] ?? 'decimal',
    // A character below nine stands for the number of that level.
    // oxlint-disable-next-line no-control-regex
    text: text.replace(/[\0-\x08]/g, (place) => `%${place.charCodeAt(0) + 1}`),
    restart: (flags & 8) === 0 ? undefined : bytes.readUInt8(at + 26),
    isDecimal: (flags & 4) !== 0,
    style: undefined,
  };
  return { level, end };
}

function start(bytes: Buffer, at: number): number {
  const number = bytes.readInt32LE(at);
  return number >= 0 && number <= START_MAX ? number : 1;
}
