/** One page of a list, and where the next one begins; undefined on the last. */
export interface Page<Item> {
  items: readonly Item[];
  next: string | undefined;
}

/**
 * A list that is read a page at a time, while it is iterated. Each iteration reads it anew.
 *
 * @example for await (const document of carrel.documents.list(datasetId)) console.log(document.path);
 */
export class Paged<Item> implements AsyncIterable<Item> {
  readonly #read: (cursor: string | undefined) => Promise<Page<Item>>;

  constructor(read: (cursor: string | undefined) => Promise<Page<Item>>) {
    this.#read = read;
  }

  /** Yields the pages. */
  async *pages(): AsyncGenerator<readonly Item[], void, undefined> {
    let cursor: string | undefined;
    do {
      const { items, next } = await this.#read(cursor);
      yield items;
      cursor = next;
    } while (cursor !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page;
  }

  /** Reads all pages. */
  async all(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}
