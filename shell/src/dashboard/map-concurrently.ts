/** Runs `work` for each item, at most `size` at once, and returns the results in order. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const drain = async () => {
    for (const [place, item] of queue) results[place] = await work(item);
  };
  await Promise.all(Array.from({ length: size }, drain));
  return results;
}
