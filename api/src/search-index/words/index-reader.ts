import { BoundedCache } from '../../platform/bounded-cache.ts';
import { indexedPart, indexedSegment, type IndexedSegment } from './indexed-segment.ts';
import type { IndexKey, Loaded, Missing } from './word-messages.ts';

type Cached = IndexedSegment | Uint8Array;

/** An index that was replaced is never read again. */
const IDLE_MILLISECONDS = 10 * 60_000;

/** Segments and blocks in memory. None of them ever changes: a document's new index has a key of its own. */
export class IndexReader {
  readonly #cache: BoundedCache<Cached>;

  constructor(cacheBytes: number) {
    this.#cache = new BoundedCache({ bytes: cacheBytes, idleMilliseconds: IDLE_MILLISECONDS });
  }

  /** Opens what a search reads; what was loaded for it stays readable even if the cache has no room. */
  open(loaded: Loaded): OpenIndexes {
    const own = new Map<string, Cached>();
    const keep = (key: string, value: Cached, bytes: number) => {
      own.set(key, value);
      this.#cache.set(key, value, { bytes });
    };
    for (const { segment, bytes } of loaded.headers) {
      const value = indexedSegment(bytes);
      keep(segment, value, value.bytes);
    }
    for (const { segment, number, bytes } of loaded.blocks) {
      keep(`${segment} ${number}`, bytes, bytes.length);
    }
    for (const { documentId, attempt, bytes } of loaded.parts) {
      const value = indexedPart(documentId, attempt, bytes);
      keep(`${documentId} ${attempt}`, value, value.bytes);
    }
    return new OpenIndexes((key) => {
      // Reading from the cache moves an entry to its end: once in a search is enough.
      const value = own.get(key) ?? this.#cache.get(key);
      if (value !== undefined) own.set(key, value);
      return value;
    });
  }
}

/** What one search reads, and notes as missing. */
export class OpenIndexes {
  readonly missing: Missing = { headers: [], blocks: [], parts: [] };
  readonly #noted = new Set<string>();
  readonly #get: (key: string) => Cached | undefined;

  constructor(get: (key: string) => Cached | undefined) {
    this.#get = get;
  }

  get isComplete(): boolean {
    return this.#noted.size === 0;
  }

  segment(key: IndexKey): IndexedSegment | undefined {
    if ('segment' in key) {
      const { segment } = key;
      return asSegment(this.#find(segment, () => this.missing.headers.push(segment)));
    }
    const { documentId, attempt } = key;
    return asSegment(
      this.#find(`${documentId} ${attempt}`, () =>
        this.missing.parts.push({ documentId, attempt }),
      ),
    );
  }

  block(key: IndexKey, segment: IndexedSegment, number: number): Uint8Array | undefined {
    if (!('segment' in key)) return segment.block;
    const block = this.#find(`${key.segment} ${number}`, () =>
      this.missing.blocks.push({ segment: key.segment, number }),
    );
    return block instanceof Uint8Array ? block : undefined;
  }

  #find(key: string, note: () => void): Cached | undefined {
    const value = this.#get(key);
    if (value === undefined && !this.#noted.has(key)) {
      this.#noted.add(key);
      note();
    }
    return value;
  }
}

const asSegment = (value: Cached | undefined): IndexedSegment | undefined =>
  value instanceof Uint8Array ? undefined : value;
