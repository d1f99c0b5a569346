import type { SearchResult } from '@carrel/shared/contract';

/** Where a result is beside the other list: places that it is higher, 0 for the same, null for absent. */
export type Movement = number | null;

/** Returns what identifies a result in several lists. */
export const resultKey = ({ document, chunk }: Pick<SearchResult, 'document' | 'chunk'>) =>
  `${document.id} ${chunk.number}`;

/** Returns the movement of each result of a list against another list, by `resultKey`. */
export function movementsOf(
  list: readonly SearchResult[],
  other: readonly SearchResult[],
): ReadonlyMap<string, Movement> {
  const places = new Map(other.map((result, place) => [resultKey(result), place]));
  return new Map(
    list.map((result, place) => {
      const key = resultKey(result);
      const before = places.get(key);
      return [key, before === undefined ? null : before - place];
    }),
  );
}

/** Returns a movement in words, such as "up 3". */
export function movementText(movement: Movement): string {
  if (movement === null) return 'only here';
  if (movement === 0) return 'same place';
  return movement > 0 ? `up ${movement}` : `down ${-movement}`;
}
