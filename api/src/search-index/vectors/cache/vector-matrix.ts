import { BestScores } from '../../best-scores.ts';
import { readSegment } from '../segment.ts';
import { DocumentTable } from './document-table.ts';
import { prepareScan, strideOf } from './scan-kernel.ts';

/** A row of `vector_segments`; ids are 16 bytes. */
export interface Segment {
  document: Uint8Array;
  first: number;
  count: number;
  data: Uint8Array;
}

export interface MatrixCandidate {
  document: Uint8Array;
  number: number;
  /** About the cosine. */
  score: number;
}

interface Block {
  numbers: Int8Array;
  scales: Float32Array;
  /** The place of each row's document, and the number of its chunk. */
  documents: Uint32Array;
  chunks: Uint32Array;
  size: number;
}

const FIRST_BLOCK_ROWS = 16;
const BLOCK_ROWS_MAX = 1024;
/** In place of a document: the row was replaced or its document is gone. */
const NO_DOCUMENT = 0xff_ff_ff_ff;

/** All vectors that a dataset has of one model, in memory. Every search compares all of them. */
export class VectorMatrix {
  readonly #dimensions: number;
  readonly #stride: number;
  readonly #table = new DocumentTable();
  readonly #blocks: Block[] = [];
  #rows = 0;
  #dead = 0;
  #bytes = 0;

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#stride = strideOf(dimensions);
  }

  get bytes(): number {
    return this.#bytes + this.#table.bytes;
  }

  /** Whether so many rows are dead that loading it again is worth the work. */
  get isWorn(): boolean {
    return this.#dead > 1000 && this.#dead * 3 > this.#rows;
  }

  /** Adds segments; vectors of the same chunks are replaced. */
  add(segments: readonly Segment[]): void {
    const known = this.#table.size;
    const places = segments.map(({ document }) => this.#table.place(document));
    this.#replace(segments, places, known);
    for (const [index, segment] of segments.entries()) this.#append(segment, places[index] ?? 0);
  }

  /** Removes documents. */
  remove(documents: readonly Uint8Array[]): void {
    const places = new Set(documents.map((document) => this.#table.find(document)));
    this.#kill((place) => places.has(place));
  }

  /** Returns the `limit` rows that are closest to a vector of length 1, best first. */
  search(
    query: Float32Array,
    limit: number,
    allowed: readonly Uint8Array[] | undefined,
  ): MatrixCandidate[] {
    if (query.length !== this.#dimensions) return [];
    const best = new BestScores<number>(limit);
    const isAllowed = this.#allow(allowed);
    const scan = prepareScan(query, BLOCK_ROWS_MAX);
    for (const [index, block] of this.#blocks.entries()) {
      const { products, factor } = scan(block.numbers, block.size);
      for (let row = 0; row < block.size; row += 1) {
        const place = block.documents[row] ?? NO_DOCUMENT;
        if (place === NO_DOCUMENT || (isAllowed !== undefined && isAllowed[place] !== 1)) continue;
        const score = (products[row] ?? 0) * (block.scales[row] ?? 0) * factor;
        if (score > best.threshold) best.add(score, index * BLOCK_ROWS_MAX + row);
      }
    }
    return best.sorted().map(({ item: row, score }) => {
      const block = this.#blocks[Math.floor(row / BLOCK_ROWS_MAX)];
      const at = row % BLOCK_ROWS_MAX;
      const document = this.#table.id(block?.documents[at] ?? 0);
      return { document, number: block?.chunks[at] ?? 0, score };
    });
  }

  #allow(allowed: readonly Uint8Array[] | undefined): Uint8Array | undefined {
    if (allowed === undefined) return undefined;
    const flags = new Uint8Array(this.#table.size);
    for (const document of allowed) {
      const place = this.#table.find(document);
      if (place >= 0) flags[place] = 1;
    }
    return flags;
  }

  /** Documents from the place `known` on are new and have no rows. */
  #replace(segments: readonly Segment[], places: readonly number[], known: number): void {
    const ranges = new Map<number, { first: number; end: number }[]>();
    for (const [index, { first, count }] of segments.entries()) {
      const place = places[index] ?? 0;
      if (place >= known) continue;
      const range = { first, end: first + count };
      const others = ranges.get(place);
      if (others === undefined) ranges.set(place, [range]);
      else others.push(range);
    }
    if (ranges.size === 0) return;
    this.#kill((place, number) =>
      (ranges.get(place) ?? []).some(({ first, end }) => number >= first && number < end),
    );
  }

  #kill(isGone: (place: number, number: number) => boolean): void {
    for (const { documents, chunks, size } of this.#blocks) {
      for (let row = 0; row < size; row += 1) {
        const place = documents[row] ?? NO_DOCUMENT;
        if (place === NO_DOCUMENT || !isGone(place, chunks[row] ?? 0)) continue;
        documents[row] = NO_DOCUMENT;
        this.#dead += 1;
      }
    }
  }

  #append({ first, count, data }: Segment, place: number): void {
    const { dimensions, numbers, scales } = readSegment(data, count);
    if (dimensions !== this.#dimensions) return;
    for (let at = 0; at < count;) {
      const block = this.#blockWithRoom();
      const rows = Math.min(count - at, block.scales.length - block.size);
      const { size } = block;
      for (let row = 0; row < rows; row += 1) {
        const start = (at + row) * dimensions;
        const vector = numbers.subarray(start, start + dimensions);
        block.numbers.set(vector, (size + row) * this.#stride);
      }
      block.scales.set(scales.subarray(at, at + rows), size);
      for (let row = 0; row < rows; row += 1) {
        block.documents[size + row] = place;
        block.chunks[size + row] = first + at + row;
      }
      block.size += rows;
      this.#rows += rows;
      at += rows;
    }
  }

  /** Blocks grow to their full size before the next one begins, so that small datasets stay small. */
  #blockWithRoom(): Block {
    const last = this.#blocks.at(-1);
    if (last !== undefined && last.size < last.scales.length) return last;
    if (last !== undefined && last.scales.length < BLOCK_ROWS_MAX) this.#blocks.pop();
    const grown = last === undefined || last.scales.length === BLOCK_ROWS_MAX ? undefined : last;
    const block = this.#createBlock(
      grown === undefined && this.#blocks.length === 0
        ? FIRST_BLOCK_ROWS
        : Math.min(BLOCK_ROWS_MAX, (grown?.scales.length ?? BLOCK_ROWS_MAX) * 2),
    );
    if (grown !== undefined) {
      block.numbers.set(grown.numbers);
      block.scales.set(grown.scales);
      block.documents.set(grown.documents);
      block.chunks.set(grown.chunks);
      block.size = grown.size;
      this.#bytes -= bytesOf(grown);
    }
    this.#bytes += bytesOf(block);
    this.#blocks.push(block);
    return block;
  }

  #createBlock(rows: number): Block {
    return {
      numbers: new Int8Array(rows * this.#stride),
      scales: new Float32Array(rows),
      documents: new Uint32Array(rows),
      chunks: new Uint32Array(rows),
      size: 0,
    };
  }
}

const bytesOf = ({ numbers, scales, documents, chunks }: Block): number =>
  numbers.byteLength + scales.byteLength + documents.byteLength + chunks.byteLength;
