import { ByteReader, ByteWriter } from './byte-buffer.ts';

/** A document in a segment. */
export interface IndexedDocument {
  id: string;
  /** The attempt that wrote its chunks; another one makes this entry obsolete. */
  attempt: string;
  /** Words of each chunk, without stop words. */
  lengths: readonly number[];
  /** The place of its language in SEARCH_LANGUAGES; undefined in a segment of an earlier version. */
  language?: number | undefined;
}

/** What a segment holds, without its terms. A chunk's number in the segment counts through all documents. */
export interface SegmentHeader {
  /** The languages of its documents, as bits by their place in SEARCH_LANGUAGES. */
  languages: number;
  documents: readonly IndexedDocument[];
  /** The first term of each block. */
  firstTerms: readonly string[];
}

const VERSION = 1;

export function encodeHeader({ languages, documents, firstTerms }: SegmentHeader): Uint8Array {
  const writer = new ByteWriter(documents.length * 40 + 1024);
  writer.number(VERSION);
  writer.number(languages);
  writer.number(documents.length);
  for (const { id, attempt, lengths } of documents) {
    writer.bytes(uuidBytes(id));
    writer.bytes(uuidBytes(attempt));
    writer.number(lengths.length);
    for (const length of lengths) writer.number(length);
  }
  writer.number(firstTerms.length);
  for (const term of firstTerms) writer.text(term);
  // Behind what earlier versions read. 0 is an unknown language.
  for (const { language } of documents) writer.number(language === undefined ? 0 : language + 1);
  return writer.copy();
}

/** @throws {RangeError} for a format that this version does not know. */
export function decodeHeader(bytes: Uint8Array): SegmentHeader {
  const reader = new ByteReader(bytes);
  if (reader.number() !== VERSION) throw new RangeError('Unknown format of a search index');
  const languages = reader.number();
  const documents = Array.from({ length: reader.number() }, (): IndexedDocument => ({
    id: uuidText(reader.bytes(16)),
    attempt: uuidText(reader.bytes(16)),
    lengths: Array.from({ length: reader.number() }, () => reader.number()),
  }));
  const firstTerms = Array.from({ length: reader.number() }, () => reader.text());
  if (reader.at === bytes.length) return { languages, documents, firstTerms };
  for (const document of documents) {
    const place = reader.number();
    if (place > 0) document.language = place - 1;
  }
  return { languages, documents, firstTerms };
}

const uuidBytes = (id: string): Uint8Array => Buffer.from(id.replaceAll('-', ''), 'hex');

function uuidText(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
