import { findEntry, entriesOf, type Entry } from '../segments/block.ts';
import { ByteReader } from '../segments/byte-buffer.ts';
import { decodePart } from '../segments/part.ts';

/** A segment as a search reads it: documents as bytes, and the first term of each block. */
export interface IndexedSegment {
  languages: number;
  /** How many documents are of each language, by its place in SEARCH_LANGUAGES. */
  documentsOf: ReadonlyMap<number, number>;
  /** Sixteen bytes each. */
  documentIds: Uint8Array;
  attempts: Uint8Array;
  /** The number of each document's first chunk, and at the end the number of chunks. */
  starts: Uint32Array;
  lengths: Uint32Array;
  totalLength: number;
  firstTerms: readonly string[];
  /** The one block of a document's index; blocks of a segment are apart. */
  block: Uint8Array | undefined;
  /** About how much memory it takes. */
  bytes: number;
}

/** Reads a segment's header into arrays, for less memory and time than `decodeHeader` takes. */
export function indexedSegment(header: Uint8Array): IndexedSegment {
  const reader = new ByteReader(header);
  if (reader.number() !== 1) throw new RangeError('Unknown format of a search index');
  const languages = reader.number();
  const count = reader.number();
  const documentIds = new Uint8Array(count * 16);
  const attempts = new Uint8Array(count * 16);
  const starts = new Uint32Array(count + 1);
  const lengths: number[] = [];
  let totalLength = 0;
  for (let document = 0; document < count; document += 1) {
    documentIds.set(reader.bytes(16), document * 16);
    attempts.set(reader.bytes(16), document * 16);
    starts[document] = lengths.length;
    for (let left = reader.number(); left > 0; left -= 1) {
      const length = reader.number();
      lengths.push(length);
      totalLength += length;
    }
  }
  starts[count] = lengths.length;
  const firstTerms = Array.from({ length: reader.number() }, () => reader.text());
  const documentsOf = new Map<number, number>();
  for (let left = reader.at < header.length ? count : 0; left > 0; left -= 1) {
    const language = reader.number() - 1;
    if (language >= 0) documentsOf.set(language, (documentsOf.get(language) ?? 0) + 1);
  }
  return {
    languages,
    documentsOf,
    documentIds,
    attempts,
    starts,
    lengths: Uint32Array.from(lengths),
    totalLength,
    firstTerms,
    block: undefined,
    bytes: header.length + lengths.length * 4 + firstTerms.length * 32,
  };
}

/** The same for the index of one document. */
export function indexedPart(documentId: string, attempt: string, part: Uint8Array): IndexedSegment {
  const { languages, language, lengths, block } = decodePart(part);
  return {
    languages,
    documentsOf: new Map([[language, 1]]),
    documentIds: bytesOfUuid(documentId),
    attempts: bytesOfUuid(attempt),
    starts: Uint32Array.of(0, lengths.length),
    lengths: Uint32Array.from(lengths),
    totalLength: lengths.reduce((sum, length) => sum + length, 0),
    firstTerms: [''],
    block,
    bytes: part.length + lengths.length * 4 + 200,
  };
}

/** Returns the block that has a term if any has; -1 where the term is below all. */
export function blockOf({ firstTerms }: IndexedSegment, term: string): number {
  let low = 0;
  let high = firstTerms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((firstTerms[middle] ?? '') <= term) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns the document that has a chunk. */
export function documentOf({ starts }: IndexedSegment, chunk: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle + 1] ?? 0) <= chunk) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function entryOf(block: Uint8Array, term: string): Entry | undefined {
  return findEntry(block, term);
}

/** Yields the entries of a block whose terms begin with `prefix`. */
export function* entriesWith(block: Uint8Array, prefix: string): Generator<Entry> {
  for (const entry of entriesOf(block, prefix)) {
    if (!entry.term.startsWith(prefix)) return;
    yield entry;
  }
}

export const bytesOfUuid = (id: string): Uint8Array =>
  Uint8Array.from(Buffer.from(id.replaceAll('-', ''), 'hex'));

export function uuidAt(bytes: Uint8Array, index: number): string {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset + index * 16, 16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
