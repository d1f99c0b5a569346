import * as v from 'valibot';

/** A list that is sorted so far: what it lacks is known while it goes on, and what is as before needs no mark. */
export interface SortedList {
  /** The last key that was listed; empty for none. */
  after: string;
  /** Whether it lacks objects, which are marked as absent. */
  lacks: boolean;
}

/** Where a list goes on. */
export interface ListPlace {
  /** Of the kind. */
  cursor: string | undefined;
  sorted: SortedList | undefined;
}

const MARK = 'sorted:';
const storedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ cursor: v.string(), after: v.string(), lacks: v.boolean() }),
);

/** Reads where the list of a run goes on. One that has begun without an order goes on so. */
export function readPlace(stored: string | null, isListSorted: boolean): ListPlace {
  if (stored === null) {
    return { cursor: undefined, sorted: isListSorted ? { after: '', lacks: false } : undefined };
  }
  if (!isListSorted || !stored.startsWith(MARK)) return { cursor: stored, sorted: undefined };
  const { cursor, after, lacks } = v.parse(storedSchema, stored.slice(MARK.length));
  return { cursor, sorted: { after, lacks } };
}

/** What is stored of a place; null where the list is over. */
export function storedPlace({ cursor, sorted }: ListPlace): string | null {
  if (cursor === undefined) return null;
  return sorted === undefined ? cursor : MARK + JSON.stringify({ cursor, ...sorted });
}

/** Whether keys follow one, each after the one before it, in the order of their bytes. */
export function areSorted(keys: readonly string[], after: string): boolean {
  let before = Buffer.from(after);
  return keys.every((key) => {
    const bytes = Buffer.from(key);
    const follows = Buffer.compare(bytes, before) > 0;
    before = bytes;
    return follows;
  });
}
