import { Heap } from '../heap.ts';
import { BlockWriter, entriesOf, type Entry } from './block.ts';
import { decodePart } from './part.ts';
import { eachPosting, PostingsWriter } from './postings.ts';
import { decodeHeader, encodeHeader, type IndexedDocument } from './segment-header.ts';

/** Bytes of a block. A search reads one block of each segment for a word. */
const BLOCK_BYTES = 32 * 1024;

/** What is merged: indexes of single documents, and segments. */
export interface MergeInput {
  parts: readonly { documentId: string; attempt: string; part: Uint8Array }[];
  segments: readonly { header: Uint8Array; blocks: readonly Uint8Array[] }[];
  /** Documents that are left out, as `id attempt`: they were deleted or replaced. */
  obsolete: readonly string[];
}

export interface MergedSegment {
  header: Uint8Array;
  blocks: Uint8Array[];
  documents: number;
  chunks: number;
}

/** One source, with the number that each of its chunks gets; -1 for chunks that are left out. */
interface Source {
  entries: Iterator<Entry>;
  current: Entry;
  numbers: Int32Array;
  /** Its place among the sources. */
  order: number;
}

/** Merges sorted terms of all sources into the blocks of one segment. */
export function mergeSegments({ parts, segments, obsolete }: MergeInput): MergedSegment {
  const leftOut = new Set(obsolete);
  const documents: IndexedDocument[] = [];
  let chunks = 0;
  let languages = 0;
  const sources: Source[] = [];

  const addSource = (
    of: readonly IndexedDocument[],
    entries: Iterator<Entry>,
    languagesOf: number,
  ): void => {
    const numbers: number[] = [];
    for (const document of of) {
      const isLeftOut = leftOut.has(`${document.id} ${document.attempt}`);
      for (const _ of document.lengths) numbers.push(isLeftOut ? -1 : chunks++);
      if (!isLeftOut) documents.push(document);
    }
    languages |= languagesOf;
    const { value, done } = entries.next();
    if (done === true) return;
    const order = sources.length;
    sources.push({ entries, current: value, numbers: Int32Array.from(numbers), order });
  };
  for (const { header, blocks } of segments) {
    const decoded = decodeHeader(header);
    addSource(decoded.documents, allEntries(blocks), decoded.languages);
  }
  const { of, entries, languages: languagesOf } = collectParts(parts);
  addSource(of, entries, languagesOf);

  const { blocks, firstTerms } = mergeTerms(sources);
  const header = encodeHeader({ languages, documents, firstTerms });
  return { header, blocks, documents: documents.length, chunks };
}

/**
 * Returns the indexes of single documents as one source. There are many of them, with few terms each: a
 * map of their terms costs less than merging them.
 */
function collectParts(parts: MergeInput['parts']): {
  of: IndexedDocument[];
  entries: Iterator<Entry>;
  languages: number;
} {
  const of: IndexedDocument[] = [];
  const terms = new Map<string, PostingsWriter>();
  let chunks = 0;
  let languages = 0;
  for (const { documentId: id, attempt, part } of parts) {
    const { lengths, block, languages: languagesOf, language } = decodePart(part);
    of.push({ id, attempt, lengths, language });
    languages |= languagesOf;
    for (const { term, postings } of entriesOf(block)) {
      let written = terms.get(term);
      if (written === undefined) {
        written = new PostingsWriter();
        terms.set(term, written);
      }
      const writer = written;
      eachPosting(postings, (chunk, frequency) => writer.add(chunks + chunk, frequency));
    }
    chunks += lengths.length;
  }
  const entries = [...terms]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([term, { count, bytes }]) => ({ term, count, postings: bytes.view() }));
  return { of, entries: entries.values(), languages };
}

function* allEntries(blocks: readonly Uint8Array[]): Generator<Entry> {
  for (const block of blocks) yield* entriesOf(block);
}

function mergeTerms(sources: Source[]): { blocks: Uint8Array[]; firstTerms: string[] } {
  const blocks: Uint8Array[] = [];
  const firstTerms: string[] = [];
  const block = new BlockWriter();
  const postings = new PostingsWriter();
  const finish = () => {
    if (block.length === 0) return;
    firstTerms.push(block.first);
    blocks.push(block.take());
  };
  for (const [term, having] of termsInOrder(sources)) {
    postings.clear();
    for (const { entry, numbers } of having) {
      eachPosting(entry.postings, (chunk, frequency) => {
        const number = numbers[chunk] ?? -1;
        if (number >= 0) postings.add(number, frequency);
      });
    }
    if (postings.count === 0) continue;
    block.add(term, postings.count, postings.bytes.view());
    if (block.length >= BLOCK_BYTES) finish();
  }
  finish();
  return { blocks, firstTerms };
}

interface Having {
  entry: Entry;
  numbers: Int32Array;
}

/** Yields each term with the sources that have it, in the sources' order: chunk numbers ascend. */
function* termsInOrder(sources: readonly Source[]): Generator<[string, Having[]]> {
  const heap = new Heap(isBefore, sources);
  for (let first = heap.first; first !== undefined; first = heap.first) {
    const { term } = first.current;
    const having: Having[] = [];
    for (let next: Source | undefined = first; next?.current.term === term; next = heap.first) {
      having.push({ entry: next.current, numbers: next.numbers });
      const following = next.entries.next();
      if (following.done === true) {
        heap.removeFirst();
      } else {
        next.current = following.value;
        heap.replaceFirst(next);
      }
    }
    yield [term, having];
  }
}

/** Sources by their current terms, those with equal terms in their order. */
function isBefore(a: Source, b: Source): boolean {
  const [left, right] = [a.current.term, b.current.term];
  return left < right || (left === right && a.order < b.order);
}
