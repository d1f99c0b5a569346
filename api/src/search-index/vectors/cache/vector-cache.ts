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
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #matrices = new Map<string, Cached>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return [...this.#matrices.values()].reduce((sum, { matrix }) => sum + matrix.bytes, 0);
  }

  version(key: string): number | undefined {
    return this.#use(key)?.version;
  }

  add({ key, segments, version }: AddSegments): VectorOutput {
    const [first] = segments;
    const cached =
      this.#use(key) ??
      (first === undefined
        ? undefined
        : { matrix: new VectorMatrix(readSegment(first.data, first.count).dimensions), version });
    if (cached === undefined) return { version: undefined };
    cached.matrix.add(segments);
    cached.version = version;
    this.#matrices.set(key, cached);
    for (const [other] of this.#matrices) {
      if (this.bytes <= this.#maxBytes) return { version };
      this.#matrices.delete(other);
      if (other === key) return { tooLarge: true };
    }
    return { version };
  }

  /** A matrix with many dead rows is dropped: the next search loads it again. */
  remove({ key, version, documents }: RemoveDocuments): VectorOutput {
    const cached = this.#use(key);
    if (cached?.version !== version) return { version: cached?.version };
    cached?.matrix.remove(documents);
    if (cached?.matrix.isWorn === true) this.#matrices.delete(key);
    return { version };
  }

  search({ key, query, limit, allowed }: SearchMatrix): VectorOutput {
    const cached = this.#use(key);
    return {
      candidates: cached?.matrix.search(query, limit, allowed) ?? [],
      version: cached?.version,
    };
  }

  #use(key: string): Cached | undefined {
    const cached = this.#matrices.get(key);
    if (cached === undefined) return undefined;
    this.#matrices.delete(key);
    this.#matrices.set(key, cached);
    return cached;
  }
}
