import { BoundedCache } from '../../../platform/bounded-cache.ts';
import { readSegment } from '../segment.ts';
import { VectorMatrix } from './vector-matrix.ts';
import type {
  AddSegments,
  RemoveDocuments,
  SearchMatrix,
  VectorOutput,
} from './vector-messages.ts';

interface Cached {
  matrix: VectorMatrix;
  version: number;
}

/** Matrices of datasets, up to a number of bytes: those that were not searched for the longest time are dropped. */
export class VectorCache {
  readonly #matrices: BoundedCache<Cached>;

  constructor(maxBytes: number) {
    this.#matrices = new BoundedCache({ bytes: maxBytes });
  }

  get bytes(): number {
    return this.#matrices.bytes;
  }

  version(key: string): number | undefined {
    return this.#matrices.get(key)?.version;
  }

  add({ key, segments, version }: AddSegments): VectorOutput {
    const [first] = segments;
    const cached =
      this.#matrices.get(key) ??
      (first === undefined
        ? undefined
        : { matrix: new VectorMatrix(readSegment(first.data, first.count).dimensions), version });
    if (cached === undefined) return { version: undefined };
    cached.matrix.add(segments);
    cached.version = version;
    this.#matrices.set(key, cached, { bytes: cached.matrix.bytes });
    return this.#matrices.get(key) === undefined ? { tooLarge: true } : { version };
  }

  /** A matrix with many dead rows is dropped: the next search loads it again. */
  remove({ key, version, documents }: RemoveDocuments): VectorOutput {
    const cached = this.#matrices.get(key);
    if (cached?.version !== version) return { version: cached?.version };
    cached?.matrix.remove(documents);
    if (cached?.matrix.isWorn === true) this.#matrices.delete(key);
    return { version };
  }

  search({ key, query, limit, allowed }: SearchMatrix): VectorOutput {
    const cached = this.#matrices.get(key);
    return {
      candidates: cached?.matrix.search(query, limit, allowed) ?? [],
      version: cached?.version,
    };
  }
}
