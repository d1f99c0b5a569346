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
    if (done !== true) sources.push({ entries, current: value, numbers: Int32Array.from(numbers) });
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
  const heap = new SourceHeap(sources);
  for (let index = heap.smallest(); index !== undefined; index = heap.smallest()) {
    const term = heap.termOf(index);
    const having: Having[] = [];
    while (index !== undefined && heap.termOf(index) === term) {
      having.push(heap.advance());
      index = heap.smallest();
    }
    yield [term, having];
  }
}

/** Sources by their current terms, those with equal terms in their order. */
class SourceHeap {
  readonly #heap: number[];
  readonly #sources: readonly Source[];

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
    this.#heap = sources.map((_, index) => index);
    for (let at = this.#heap.length >> 1; at >= 0; at -= 1) this.#sink(at);
  }

  smallest(): number | undefined {
    return this.#heap[0];
  }

  termOf(index: number): string {
    return this.#source(index).current.term;
  }

  /** Returns the smallest source's entry, and moves it to its next one. */
  advance(): Having {
    const source = this.#source(this.#heap[0] ?? 0);
    const having = { entry: source.current, numbers: source.numbers };
    const next = source.entries.next();
    if (next.done === true) {
      const last = this.#heap.pop();
      if (this.#heap.length > 0 && last !== undefined) this.#heap[0] = last;
    } else {
      source.current = next.value;
    }
    this.#sink(0);
    return having;
  }

  #source(index: number): Source {
    const source = this.#sources[index];
    if (source === undefined) throw new RangeError('No such source');
    return source;
  }

  #isBefore(a: number, b: number): boolean {
    const [left, right] = [this.termOf(a), this.termOf(b)];
    return left < right || (left === right && a < b);
  }

  #sink(from: number): void {
    const heap = this.#heap;
    for (let at = from; ;) {
      let least = at;
      for (const child of [at * 2 + 1, at * 2 + 2]) {
        const [candidate, current] = [heap[child], heap[least]];
        if (
          candidate !== undefined &&
          current !== undefined &&
          this.#isBefore(candidate, current)
        ) {
          least = child;
        }
      }
      if (least === at) return;
      const [upper, lower] = [heap[at], heap[least]];
      if (upper === undefined || lower === undefined) return;
      heap[at] = lower;
      heap[least] = upper;
      at = least;
    }
  }
}
