import { BoundedCache } from '../../platform/bounded-cache.ts';
import type { ChunkKey } from './search-repository.ts';

/** Documents that changed in the course of one search: where more have, their old index is not merged away yet. */
const CHANGED_MAX = 20;
/** Attempts that are remembered, of all organizations. */
const REMEMBERED_MAX = 10_000;

/** Which attempts at documents other ones have replaced. An attempt does not return, so that one look is enough. */
export class ObsoleteDocuments {
  readonly #known = new BoundedCache<true>({ entries: REMEMBERED_MAX });

  /**
   * Returns whether documents were indexed anew between the reading of the index and of their rows, so that neither
   * their old chunks nor their new ones were found. What was obsolete at an earlier search is no reason.
   */
  addChanged(
    candidates: readonly ChunkKey[],
    live: readonly ChunkKey[],
    documents: ReadonlyMap<string, unknown>,
  ): boolean {
    const found = new Set(live.map(({ documentId }) => documentId));
    const changed = new Set(
      candidates.flatMap(({ documentId, attempt }) =>
        documents.has(documentId) && !found.has(documentId) ? [`${documentId} ${attempt}`] : [],
      ),
    );
    if (changed.size > CHANGED_MAX) return false;
    const isNew = [...changed].some((key) => this.#known.get(key) === undefined);
    for (const key of changed) this.#known.set(key, true);
    return isNew;
  }
}
